import { broken, type Finding, fine, warning } from '#contracts/directory/diagnosis.js';

const TIMEOUT_MS = 3000;
/** Tolerated difference between clocks: the header Date has whole seconds only. */
const APART_MS = 2000;

/** Whether an internal service is ready, and how much its clock differs from the gateway's. @param name such as `object-service` */
export async function probeService(name: string, url: string): Promise<Finding[]> {
  const before = Date.now();
  let answer: Response;
  let failed: string;
  try {
    answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    failed = answer.ok ? '' : failedChecks(await answer.text());
    if (answer.ok) await answer.body?.cancel();
  } catch {
    return [broken(`${name}.ready`, 'does not answer', 'Start it, or read its log; check its address in the settings of the gateway.')];
  }
  const ready = answer.ok
    ? fine(`${name}.ready`, `ready, in ${Date.now() - before} ms`)
    : broken(`${name}.ready`, `not ready${failed}`, 'Read its log.');
  return [ready, ...clockOf(name, answer.headers.get('date'), (before + Date.now()) / 2)];
}

/** Names of the failed checks in the service's problem. */
function failedChecks(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? `: ${detail.replace(/^Not ready: /, '').replace(/\.$/, '')}` : '';
  } catch {
    return '';
  }
}

export function clockOf(name: string, date: string | null, here: number): Finding[] {
  const apart = Date.parse(date ?? '') - here;
  if (Number.isNaN(apart)) return [];
  const seconds = Math.round(Math.abs(apart) / 1000);
  return Math.abs(apart) <= APART_MS
    ? [fine(`${name}.clock`, "agrees with the gateway's")]
    : [
        warning(
          `${name}.clock`,
          `${seconds} s ${apart > 0 ? 'ahead of' : 'behind'} the gateway's`,
          'Synchronize the clocks of the machines with NTP: the validity of tokens and times of observation depends on them.',
        ),
      ];
}
