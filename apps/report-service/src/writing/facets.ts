import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { textArray } from '#postgres/binary-array.js';
import { facetKey, type Profile } from '../folding/profile.js';
import { type Numbered, NumberedNames } from './numbered-names.js';

/** Per workspace; further objects count without their categories, then without their type. */
const MAX_FACETS = 5000;
/** Per workspace; the values of further fields are not summed. */
const MAX_FIELDS = 200;

type Facet = Numbered & Pick<Profile, 'type' | 'categories'>;

/** Numbers for combinations of a workspace, a type and categories. */
export class Facets {
  private readonly names: NumberedNames<Facet>;

  constructor(pool: Pool) {
    this.names = new NumberedNames((facets) => makeFacets(pool, facets));
  }

  async know(profiles: Iterable<Profile>): Promise<void> {
    const wanted = [...new Set(profiles)];
    await this.names.know(wanted.map(facetOf));
    const beyond = wanted.filter((profile) => this.names.of(facetOf(profile)) === undefined).flatMap(coarser);
    if (beyond.length > 0) await this.names.know(beyond.map(facetOf));
  }

  /** The facet of a known profile. */
  of(profile: Profile): number {
    for (const one of [profile, ...coarser(profile)]) {
      const number = this.names.of(facetOf(one));
      if (number !== undefined) return number;
    }
    throw new Error('A facet was asked for that was not made known.');
  }

  forget(): void {
    this.names.forget();
  }
}

const coarser = (profile: Profile): Profile[] => [
  { ...profile, categories: {} },
  { ...profile, categories: {}, type: '' },
];

/** Cached by profile, which the events between two changes share. */
const FACETS = new WeakMap<Profile, Facet>();
function facetOf(profile: Profile): Facet {
  let facet = FACETS.get(profile);
  if (facet === undefined) {
    const { workspace, type, categories } = profile;
    FACETS.set(
      profile,
      (facet = { workspace, type, categories, name: createHash('sha256').update(facetKey(profile)).digest('base64url') }),
    );
  }
  return facet;
}

async function makeFacets(pool: Pool, facets: readonly Facet[]): Promise<(number | undefined)[]> {
  const of = (pick: (facet: Facet) => string) => textArray(facets.map(pick));
  const keys = [of(({ workspace }) => workspace), of(({ name }) => name)];
  await pool.query(
    `insert into facet (workspace, digest, type, categories)
     select n.workspace, n.digest, n.type, n.categories::json from unnest($1::text[], $2::text[], $3::text[], $4::text[])
     as n (workspace, digest, type, categories)
     where (n.type = '' and n.categories = '{}') or (select count(*) from facet f where f.workspace = n.workspace) < ${MAX_FACETS}
     order by 1, 2 on conflict do nothing`,
    [...keys, of(({ type }) => type), of(({ categories }) => JSON.stringify(categories))],
  );
  return numbersOf(
    pool,
    'select f.id from unnest($1::text[], $2::text[]) with ordinality as n (workspace, digest, place) left ' +
      'join facet f using (workspace, digest) order by n.place',
    keys,
  );
}

/** The numbers of the fields with sums. */
export function numberedFields(pool: Pool): NumberedNames<Numbered> {
  return new NumberedNames(async (fields) => {
    const keys = [textArray(fields.map(({ workspace }) => workspace)), textArray(fields.map(({ name }) => name))];
    await pool.query(
      `insert into field (workspace, name) select n.workspace, n.name from unnest($1::text[], $2::text[]) as n (workspace, name)
       where (select count(*) from field f where f.workspace = n.workspace) < ${MAX_FIELDS} order by 1, 2 on conflict do nothing`,
      keys,
    );
    return numbersOf(
      pool,
      'select f.id from unnest($1::text[], $2::text[]) with ordinality as n (workspace, name, place) left ' +
        'join field f using (workspace, name) order by n.place',
      keys,
    );
  });
}

async function numbersOf(pool: Pool, text: string, values: readonly unknown[]): Promise<(number | undefined)[]> {
  const { rows } = await pool.query<{ id: number | null }>(text, [...values]);
  return rows.map(({ id }) => id ?? undefined);
}
