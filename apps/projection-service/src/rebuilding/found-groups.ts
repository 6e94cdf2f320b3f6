import type { Difference } from './difference.js';

/** Rows of one table with the same kind of difference. */
export interface FoundGroup {
  table: string;
  what: string;
  rows: number;
  /** Keys of some of the rows. */
  examples: string[];
}

const EXAMPLES = 5;

export function groupsOf(differences: readonly Difference[]): FoundGroup[] {
  const groups = new Map<string, FoundGroup>();
  for (const { table, what, key } of differences) {
    const group = groups.get(`${table} ${what}`) ?? { table, what, rows: 0, examples: [] };
    groups.set(`${table} ${what}`, group);
    group.rows++;
    if (group.examples.length < EXAMPLES) group.examples.push(key);
  }
  return [...groups.values()];
}

/** `history: 15 rows only in the former, such as truck-1@3, truck-1@4` */
export const groupLine = ({ table, what, rows, examples }: FoundGroup): string =>
  `${table}: ${rows} ${rows === 1 ? 'row' : 'rows'} ${what}, such as ${examples.join(', ')}`;
