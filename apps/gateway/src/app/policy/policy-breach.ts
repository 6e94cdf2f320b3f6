/** The stored part of a report on the content security policy: nothing that could contain a token or personal data. */
export interface PolicyBreach {
  /** One of DIRECTIVES, or `other`. */
  directive: string;
  /** Origin of the blocked resource, or a word such as `inline` or `data`; otherwise `other`. */
  blocked: string;
  /** Line in the file that caused the breach. */
  line: number | undefined;
}

/** Per report body; more are dropped. */
const MAX_BREACHES = 20;
/** Directives that our policy can report. They become metric labels, so the list is closed: anyone can send a report. */
export const DIRECTIVES = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'worker-src',
  'manifest-src',
  'media-src',
  'frame-src',
  'child-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
] as const;
const WORDS: ReadonlySet<string> = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'filesystem',
  'about',
  'trusted-types-policy',
  'trusted-types-sink',
]);
const MAX_ORIGIN_CHARACTERS = 200;

/**
 * The breaches in a browser's report, sent as `application/csp-report` (one) or `application/reports+json` (several, of any type).
 * Unknown content is skipped.
 */
export function breachesIn(body: unknown): PolicyBreach[] {
  const reports = Array.isArray(body)
    ? body.filter((each) => textIn(each, 'type') === 'csp-violation').map((each) => (each as { body?: unknown }).body)
    : [(body as { 'csp-report'?: unknown } | null)?.['csp-report']];
  return reports
    .filter((each): each is object => typeof each === 'object' && each !== null)
    .slice(0, MAX_BREACHES)
    .map(breachOf);
}

function breachOf(report: object): PolicyBreach {
  const line = numberIn(report, 'lineNumber') ?? numberIn(report, 'line-number');
  return {
    directive: directiveOf(
      textIn(report, 'effectiveDirective') ?? textIn(report, 'effective-directive') ?? textIn(report, 'violated-directive') ?? '',
    ),
    blocked: blockedOf(textIn(report, 'blockedURL') ?? textIn(report, 'blocked-uri') ?? ''),
    line,
  };
}

/** The name of the directive; older browsers report it with its sources. */
function directiveOf(text: string): string {
  const name = text.trim().split(' ', 1)[0]!;
  return (DIRECTIVES as readonly string[]).includes(name) ? name : 'other';
}

function blockedOf(text: string): string {
  if (WORDS.has(text)) return text;
  if (!URL.canParse(text)) return 'other';
  const { origin, protocol } = new URL(text);
  const scheme = protocol.slice(0, -1);
  if (origin === 'null') return WORDS.has(scheme) ? scheme : 'other';
  return origin.length <= MAX_ORIGIN_CHARACTERS ? origin : 'other';
}

function textIn(value: unknown, name: string): string | undefined {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function numberIn(value: object, name: string): number | undefined {
  const found = (value as Record<string, unknown>)[name];
  return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
}
