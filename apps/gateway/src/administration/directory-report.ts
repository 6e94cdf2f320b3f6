import { broken, type DirectoryDiagnosis, type Finding, fine, warning } from '#contracts/directory/diagnosis.js';

const TIMEOUT_MS = 5000;

/** The state of this gateway's copy of the directory, for comparison. */
export interface KnownHere {
  version: string;
  tokenIssuer: string;
  tokenAudience: string;
  /** Every record that was on the topic at the start has been read. */
  complete: boolean;
  /** Revision of the newest change read. */
  revision: number;
}

/** The directory's report about itself, and whether it and this gateway agree. */
export async function askDirectory(url: string, internalToken: string, here: () => KnownHere): Promise<Finding[]> {
  try {
    const answer = await fetch(`${url}/operator/diagnosis`, {
      headers: { 'x-waymark-internal': internalToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok)
      return [
        broken(
          'directory.diagnosis',
          `was answered with ${answer.status}`,
          answer.status === 401 || answer.status === 403
            ? 'Give both services the same INTERNAL_TOKEN.'
            : 'Read the log of the directory service.',
        ),
        ...ofCopy(here(), undefined),
      ];
    const report = (await answer.json()) as DirectoryDiagnosis;
    return [...report.findings, ...agreement(here(), report)];
  } catch {
    return [
      broken(
        'directory.diagnosis',
        'the directory service does not answer',
        'Start it; until then updates are accepted and objects can be read, but nothing can be administered.',
      ),
      ...ofCopy(here(), undefined),
    ];
  }
}

export function agreement(
  here: KnownHere,
  there: Pick<DirectoryDiagnosis, 'version' | 'tokenIssuer' | 'tokenAudience' | 'publishedRevision'>,
): Finding[] {
  const claims = here.tokenIssuer === there.tokenIssuer && here.tokenAudience === there.tokenAudience;
  return [
    here.version === there.version
      ? fine('gateway.version', `${here.version}, as the directory service`)
      : warning(
          'gateway.version',
          `${here.version}, the directory service is ${there.version}`,
          'Finish the upgrade: run one version of all services.',
        ),
    claims
      ? fine('gateway.tokens', 'issued with the issuer and audience that the gateway expects')
      : broken(
          'gateway.tokens',
          `the directory issues tokens of ${there.tokenIssuer} for ${there.tokenAudience}, the gateway expects ` +
            `those of ${here.tokenIssuer} for ${here.tokenAudience}`,
          'Give both services the same TOKEN_ISSUER and TOKEN_AUDIENCE.',
        ),
    ...ofCopy(here, there.publishedRevision),
  ];
}

/** @param published the highest revision that the directory has published; undefined: not known */
export function ofCopy({ complete, revision }: Pick<KnownHere, 'complete' | 'revision'>, published: number | undefined): Finding[] {
  if (!complete)
    return [
      broken(
        'gateway.directory-copy',
        'directory.state has not been read to its end yet',
        'Wait a moment; if this persists, check the broker.',
      ),
    ];
  if (published !== undefined && revision < published)
    return [
      warning(
        'gateway.directory-copy',
        `has the changes up to ${revision} of ${published} published ones`,
        'Check again in a moment; if this persists, read the log of the gateway.',
      ),
    ];
  return [fine('gateway.directory-copy', published === undefined ? `has the changes up to ${revision}` : 'has every change')];
}
