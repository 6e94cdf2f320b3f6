/** The supported preferences of a caller (RFC 7240). */
export interface Preferences {
  /** How long the call waits for its outcomes. */
  waitMs: number;
  /** One invalid element refuses the whole call. */
  strict: boolean;
  /** Value of the header Preference-Applied; empty: none. */
  applied: string;
}

/** The longest wait that a caller can request. */
export const MAX_WAIT_S = 30;
const MAX_PREFERENCES = 50;
const PREFERENCE = /^([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?\s*(?:;.*)?$/;

/**
 * If a name occurs twice, the first one counts. `respond-async` alone does not wait; with `wait=N`, N seconds (RFC 7240, 4.3). N is at
 * most 30; an invalid or negative one is ignored, like every unknown preference.
 */
export function preferencesOf(header: string | string[] | undefined, defaultWaitMs: number): Preferences {
  if (header === undefined) return { waitMs: defaultWaitMs, strict: false, applied: '' };
  const known = new Map<string, string>();
  const text = typeof header === 'string' ? header : header.join(',');
  for (const part of text.split(',', MAX_PREFERENCES)) {
    const match = PREFERENCE.exec(part.trim());
    if (match === null) continue;
    const name = match[1]!.toLowerCase();
    if (!known.has(name)) known.set(name, match[2] ?? match[3] ?? '');
  }
  const applied: string[] = [];
  let waitMs = defaultWaitMs;
  if (known.get('respond-async') === '') {
    applied.push('respond-async');
    waitMs = 0;
  }
  const wait = known.get('wait');
  if (wait !== undefined && /^\d{1,9}$/.test(wait)) {
    const seconds = Math.min(Number(wait), MAX_WAIT_S);
    applied.push(`wait=${seconds}`);
    waitMs = seconds * 1000;
  }
  const handling = known.get('handling')?.toLowerCase();
  if (handling === 'strict' || handling === 'lenient') applied.push(`handling=${handling}`);
  return { waitMs, strict: handling === 'strict', applied: applied.join(', ') };
}
