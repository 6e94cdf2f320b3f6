import { allOf, entriesOf } from '../api/pages.js';
import { part } from '../session/command-work.js';
import { type MoveSide, reading } from './move-side.js';

interface Listed {
  id: string;
  updatedAt: string;
}
type Dashboard = Listed & Record<'name' | 'tiles' | 'filters' | 'createdBy' | 'createdAt' | 'updatedBy' | 'revision', unknown>;
type View = Listed & Record<'name' | 'state' | 'createdAt', unknown>;
type Tokens = Record<'here' | 'there', string>;

/** Copies dashboards with their ids and revisions; those that are the same there are left as they are. @returns their number */
export async function copyDashboards(here: MoveSide, there: MoveSide, workspace: string, tokens: Tokens): Promise<number> {
  const path = `/groups/${part(workspace)}/dashboards`;
  const list = { path, entries: 'dashboards', goesOnBy: 'before' };
  const [ours, known] = [await listed(here, tokens.here, list), await knownThere(there, tokens.there, list)];
  for (const { id, updatedAt } of ours) {
    if (known.get(id) === updatedAt) continue;
    const { name, tiles, filters, createdBy, createdAt, updatedBy, ...rest } = await reading(here, tokens.here).get<Dashboard>(
      `${path}/${id}`,
    );
    const body = { name, tiles, filters, createdBy, createdAt, updatedBy, updatedAt: rest.updatedAt, revision: rest.revision };
    await there.ask('PUT', there.at(`adoptions/dashboards/${id}`), { body });
  }
  return ours.length;
}

/** Copies the views that people share; nobody is known there who saved them. @returns their number */
export async function copyViews(here: MoveSide, there: MoveSide, workspace: string, tokens: Tokens): Promise<number> {
  const list = { path: `/groups/${part(workspace)}/views`, entries: 'views', goesOnBy: 'before' };
  const [ours, known] = [await listed<View>(here, tokens.here, list), await knownThere(there, tokens.there, list)];
  for (const { id, name, state, createdAt, updatedAt } of ours)
    if (known.get(id) !== updatedAt)
      await there.ask('PUT', there.at(`adoptions/views/${id}`), { body: { name, state, createdAt, updatedAt } });
  return ours.length;
}

type List = Parameters<typeof entriesOf>[1];

const listed = <T extends Listed = Listed>(side: MoveSide, token: string, list: List): Promise<T[]> =>
  allOf(entriesOf<T>(reading(side, token), list));

/** When each was last changed, by its id. */
async function knownThere(there: MoveSide, token: string, list: List): Promise<Map<string, string>> {
  return new Map((await listed(there, token, list)).map(({ id, updatedAt }) => [id, updatedAt]));
}
