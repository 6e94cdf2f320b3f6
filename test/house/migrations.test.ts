import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const FILES = globSync('{apps,libs}/**/*.migration.ts', { cwd: repositoryRoot }).sort();

/**
 * Released before there was another way; their tables are small, or written by a service that only falls behind
 * meanwhile. None is ever added.
 */
const RELEASED = new Set([
  'add-name-looks.migration.ts',
  'add-share-codes.migration.ts',
  'create-areas-and-heat.migration.ts',
  'index-live-share-links.migration.ts',
  'number-holds.migration.ts',
]);

/** What keeps writers out of a table for as long as it has rows to read. */
export function lockingStatements(source: string): string[] {
  const made = new Set([...source.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, table]) => table));
  const indexes = [...source.matchAll(/create (?:unique )?index (?!concurrently)[^;`']*? on (?:only )?([\w${}]+)/gi)];
  const keys = [
    ...source.matchAll(
      /alter table (?:only )?(\w+)[^;`']*?(?:add primary key|add unique|add constraint(?! \w+ (?:primary key|unique) using index)|alter column \w+ (?:set data )?type)/gi,
    ),
  ];
  // In a transaction, or before another statement of the same query, its lock lasts longer than the truncation.
  const truncations = source.matchAll(/\btruncate (?:table )?([\w$, {}]+)(;\s*\w)?/gi);
  const isAlone = /extends IndexMigration/.test(source);
  const unexpected = [...truncations].filter(([, , more]) => !isAlone || more !== undefined);
  return [...indexes, ...keys, ...unexpected].filter(([, table]) => !made.has(table!)).map(([statement]) => statement);
}

describe('migrations', () => {
  it('are found', () => expect(FILES.length).toBeGreaterThan(30));

  it.each(FILES)('%s keeps no writer out of a table that is there already', (file) => {
    if (RELEASED.has(basename(file))) return;
    expect(
      lockingStatements(readFileSync(join(repositoryRoot, file), 'utf8')),
      'make indexes by IndexMigration (libs/postgres), and rewrite rows in the upkeep',
    ).toEqual([]);
  });

  it('that do are recognised', () => {
    expect(lockingStatements('`create table a (id int); create index a_id on a (id)`')).toEqual([]);
    expect(lockingStatements("'create unique index b_id on b (id)'")).toHaveLength(1);
    expect(lockingStatements('`alter table b drop constraint k; alter table b add primary key (id)`')).toHaveLength(1);
    expect(lockingStatements("'alter table b alter column id type bigint'")).toHaveLength(1);
    expect(lockingStatements("'alter table b add column c int'")).toEqual([]);
    expect(lockingStatements('class A extends IndexMigration { `update p set n = 0; truncate b` }')).toEqual([]);
    expect(lockingStatements('class A extends IndexMigration { `truncate b, c; insert into c select * from d` }')).toHaveLength(1);
    expect(lockingStatements('class A extends ForwardOnlyMigration { "truncate b" }')).toHaveLength(1);
  });
});
