import type { SchemaObject } from '@nestjs/swagger';

/** Control characters as a range: generated clients in Python, Go or Rust fail on JavaScript's `\p{Cc}` and `[^]`. */
const CONTROL = '\\x00-\\x1f\\x7f-\\x9f';
const CONTROL_IN_LINES = '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f';
const CONTROL_IN_ANY_LINES = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f';

/** Text without control characters; lone surrogates, which UTF-8 cannot carry, are refused separately. */
export const PLAIN = `^[^${CONTROL}]*$`;
/** The same, but with line breaks (LF, CR) and tabs. */
export const PLAIN_LINES = `^[^${CONTROL_IN_ANY_LINES}]*$`;
/** Like `PLAIN`, with at least one character that is not white space. Without a lookahead, which not every engine supports. */
export const PLAIN_NOT_BLANK = notBlank(CONTROL);

function notBlank(excluded: string): string {
  return `^[^${excluded}]*[^\\s${excluded}][^${excluded}]*$`;
}

/** The patterns in the rules of bodies, and equivalents without JavaScript's own syntax. */
const REWRITTEN: readonly (readonly [written: RegExp, portable: (min: string, max: string) => SchemaObject])[] = [
  [/^\^\(\?=\[\^\]\*\\S\)\[\^\\p\{Cc\}\\p\{Cs\}\]\{(\d+),(\d+)\}\$$/, (min, max) => sized(min, max, PLAIN_NOT_BLANK)],
  [
    /^\^\(\?=\[\^\]\*\\S\)\(\?:\[\^\\p\{Cc\}\\p\{Cs\}\]\|\[\\n\\t\]\)\{(\d+),(\d+)\}\$$/,
    (min, max) => sized(min, max, notBlank(CONTROL_IN_LINES)),
  ],
  [/^\^\(\?=\[\^\]\*\\S\)\[\^\\p\{Cc\}\\p\{Cs\}\]\*\$$/, () => ({ pattern: PLAIN_NOT_BLANK })],
  [/^\^\[\^\\p\{Cc\}\\p\{Cs\}\]\*\$$/, () => ({ pattern: PLAIN })],
  [/^\^\[\^\\p\{Cc\}\\p\{Cs\}\]\{(\d+),(\d+)\}\$$/, (min, max) => sized(min, max, PLAIN)],
  [/^\^\[\^\]\{(\d+),(\d+)\}\$$/, (min, max) => sized(min, max)],
  [/^\^\[\^\\s\\p\{C\}\]\{(\d+),(\d+)\}\$$/, (min, max) => sized(min, max, `^[^\\s${CONTROL}]*$`)],
];

function sized(min: string, max: string, pattern?: string): SchemaObject {
  return { ...(min !== '0' && { minLength: Number(min) }), maxLength: Number(max), ...(pattern !== undefined && { pattern }) };
}

/**
 * The schema with a pattern that every common engine supports. It matches the same texts, except for rare characters that the
 * gateway refuses separately.
 */
export function withPortablePattern<T extends { pattern?: string }>(schema: T): T {
  const { pattern, ...rest } = schema;
  if (pattern === undefined) return schema;
  for (const [written, portable] of REWRITTEN) {
    const found = written.exec(pattern);
    if (found !== null) return { ...rest, ...portable(found[1]!, found[2]!) } as unknown as T;
  }
  const bounds = /^\^\(\?=\.\{(\d+),(\d+)\}\$\)/.exec(pattern);
  const plain = pattern.replace(bounds?.[0] ?? '', bounds === null ? '' : '^').replaceAll('\\p{C}', CONTROL);
  return { ...rest, ...(bounds !== null && sized(bounds[1]!, bounds[2]!)), pattern: plain } as unknown as T;
}
