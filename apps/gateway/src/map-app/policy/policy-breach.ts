/** What is kept of a report on the content security policy: nothing that could hold a token or a person's data. */
export interface PolicyBreach {
  /** One of the directives that there are, or `other`. */
  directive: string;
  /** Origin of what was blocked, or a word such as `inline` or `data`; `other`: neither. */
  blocked: string;
  /** In the file that did it. */
  line: number | undefined;
}

/** Of a body; more are dropped. */
const MAX_BREACHES = 20;
/** Those that our policy may be broken by: names of metrics, which strangers must not be able to invent. */
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
 * The breaches that a browser tells of, as `application/csp-report` (one) or `application/reports+json` (several of many kinds).
 * What is not understood is left out; an empty list: it held none.
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

/** Older browsers write the whole directive, with what it allows. */
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
