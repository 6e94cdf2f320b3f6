/** A part of a search. `text` is the part as typed, for a chip that removes it. */
export type SearchPart = { text: string; at: number } & (
  | { is: 'word' }
  | { is: 'type' | 'area'; name: string }
  /** A condition in the API's syntax (docs/search.md), such as `battery<20`. */
  | { is: 'field'; condition: string }
  /** No report for this time. */
  | { is: 'silent'; ms: number }
  /** A part that is still being typed, such as `battery<`. */
  | { is: 'incomplete' }
);

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const QUOTED = '"[^"]*"';
/** `type:van`, `field<value` or a word; an operator may have blanks around it. */
const PART = new RegExp(
  `(?<key>type|typ|area|bereich|silent|still):(?<named>${QUOTED}|[^\\s"]*)` +
    `|(?<field>${QUOTED}|[^\\s<>=!":]+)\\s*(?<operator><=|>=|!=|<|>|=)\\s*(?<value>${QUOTED}|[^\\s"]*)` +
    '|(?<word>\\S+)',
  'gi',
);

/** Parses a search into words, and conditions on type, area, fields and age. Names with blanks are in quotes. */
export function searchParts(text: string): SearchPart[] {
  return [...text.matchAll(PART)].map((match) => partOf(match));
}

/** The search without one part. */
export function withoutPart(search: string, { text, at }: SearchPart): string {
  return `${search.slice(0, at).trimEnd()} ${search.slice(at + text.length).trimStart()}`.trim();
}

/** A condition with a name, in the syntax of searches. */
export const named = (key: 'type' | 'area', name: string): string => `${key}:${quotedIfNeeded(name)}`;

export const quotedIfNeeded = (name: string): string => (/^[^\s<>=!":]+$/.test(name) ? name : `"${name.replaceAll('"', '')}"`);

function partOf(match: RegExpMatchArray): SearchPart {
  const { key, named: name = '', field, operator = '', value = '' } = match.groups!;
  const part = { text: match[0], at: match.index! };
  if (key !== undefined) return { ...part, ...keyedPart(key.toLowerCase(), name.replace(/^"|"$/g, '')) };
  if (field !== undefined)
    return value === '' ? { ...part, is: 'incomplete' } : { ...part, is: 'field', condition: `${field}${operator}${value}` };
  return { ...part, is: 'word' };
}

function keyedPart(key: string, name: string): { is: 'type' | 'area'; name: string } | { is: 'silent'; ms: number } | { is: 'incomplete' } {
  if (key === 'type' || key === 'typ') return name === '' ? { is: 'incomplete' } : { is: 'type', name };
  if (key === 'area' || key === 'bereich') return name === '' ? { is: 'incomplete' } : { is: 'area', name };
  const [, count, unit] = /^(\d{1,5})([mhdw])$/i.exec(name) ?? [];
  return count === undefined ? { is: 'incomplete' } : { is: 'silent', ms: Number(count) * UNITS_MS[unit!.toLowerCase()]! };
}
