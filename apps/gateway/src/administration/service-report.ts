import { broken, type Finding, fine, type ServiceDiagnosis, warning } from '#contracts/directory/diagnosis.js';

const TIMEOUT_MS = 5000;

/**
 * A service's report about itself and its database, and whether its version is that of this gateway. A service that does not answer
 * is reported by `probeService` alone.
 */
export async function askService(name: string, url: string, internalToken: string, version: string): Promise<Finding[]> {
  let answer: Response;
  try {
    answer = await fetch(`${url}/operator/diagnosis`, {
      headers: { 'x-waymark-internal': internalToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) return [refused(name, answer.status)];
    const { version: theirs, findings } = (await answer.json()) as ServiceDiagnosis;
    return [ofVersion(name, version, theirs), ...findings];
  } catch {
    return [];
  }
}

function refused(name: string, status: number): Finding {
  if (status === 401 || status === 403)
    return broken(`${name}.diagnosis`, `was answered with ${status}`, 'Give both services the same INTERNAL_TOKEN.');
  if (status === 404)
    return warning(
      `${name}.version`,
      'is older than the gateway and cannot report its state',
      'Finish the upgrade: run one version of all services.',
    );
  return broken(`${name}.diagnosis`, `was answered with ${status}`, 'Read its log.');
}

export function ofVersion(name: string, here: string, there: string): Finding {
  if (here === there) return fine(`${name}.version`, `${there}, as the gateway`);
  return warning(`${name}.version`, `${there}, the gateway is ${here}`, 'Finish the upgrade: run one version of all services.');
}
