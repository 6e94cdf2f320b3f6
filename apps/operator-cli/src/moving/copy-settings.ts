import { allOf, entriesOf } from '../api/pages.js';
import { part } from '../session/command-work.js';
import { canonical } from './canonical.js';
import { type BoardsCopied, copyBoards } from './copy-boards.js';
import { copyWebhooks } from './copy-webhooks.js';
import { type MoveSide, reading } from './move-side.js';

interface TokenShown {
  id: string;
  name: string;
  scopes: string[];
  narrowed: object | null;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
}

interface KeysShown {
  keys: { kid: string; x: string; y: string }[];
}

interface AreaShown {
  areaId: string;
  name: string;
  [member: string]: unknown;
}

/** Prefix for the names of a move's own tokens, which are not copied. */
export const OWN_TOKENS = 'waymark move';
const TOKENS_PER_CALL = 200;
const AREA_MEMBERS = ['name', 'category', 'floor', 'geometry', 'confirmSeconds', 'dwellSeconds', 'absentSeconds', 'createdAt'];

export interface SettingsCopied extends BoardsCopied {
  tokens: number;
  fields: number;
  areas: number;
  webhooks: number;
}

/**
 * Copies tokens, fields, areas, webhooks, dashboards, polls and shared views. It can be repeated at any time.
 */
export async function copySettings(
  here: MoveSide,
  there: MoveSide,
  moveId: string,
  workspace: string,
  tokens: { here: string; there: string },
): Promise<SettingsCopied> {
  return {
    tokens: await copyTokens(here, there, moveId, workspace),
    fields: await copyFields(here, there),
    areas: await copyAreas(here, there, workspace, tokens),
    webhooks: await copyWebhooks(here, there, workspace, tokens.there),
    ...(await copyBoards(here, there, workspace, tokens)),
  };
}

/** Includes revoked tokens that have not expired, so that they are still refused. */
export async function copyTokens(here: MoveSide, there: MoveSide, id: string, workspace: string): Promise<number> {
  const own = (await here.ask('GET', '/.well-known/jwks.json', { token: null })).body as KeysShown;
  // Of installations that the workspace was in before.
  const moved = (await here.ask('GET', here.at('move/keys'))).body as KeysShown;
  const keys = [...own.keys, ...moved.keys].map(({ kid, x, y }) => ({ kid, x, y }));
  const listed = await allOf(
    entriesOf<TokenShown>(reading(here), { path: '/operator/tokens', entries: 'tokens', cursorParameter: 'before', query: { workspace } }),
  );
  const kept = listed
    .filter(({ name, expiresAt }) => !name.startsWith(OWN_TOKENS) && Date.parse(expiresAt) > Date.now())
    .sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1));
  for (let at = 0; at < kept.length; at += TOKENS_PER_CALL) {
    const tokens = kept
      .slice(at, at + TOKENS_PER_CALL)
      .map(({ id: tokenId, name, scopes, narrowed, createdBy, createdAt, expiresAt, revokedAt }) => ({
        id: tokenId,
        name,
        scopes: scopes.filter((scope) => scope !== 'operator'),
        narrowed: narrowed ?? undefined,
        createdBy,
        createdAt,
        expiresAt,
        revokedAt: revokedAt ?? undefined,
      }));
    await there.ask('PUT', there.at('move/tokens'), { body: { id, keys, tokens } });
  }
  return kept.length;
}

async function copyFields(here: MoveSide, there: MoveSide): Promise<number> {
  const { fields } = (await here.ask('GET', here.at('fields'))).body as { fields: { name: string; workspace?: string }[] };
  for (const { name, workspace: _own, ...definition } of fields)
    await there.ask('PUT', there.at(`fields/${part(name)}`), { body: definition });
  return fields.length;
}

async function copyAreas(here: MoveSide, there: MoveSide, workspace: string, tokens: { here: string; there: string }): Promise<number> {
  const path = `/groups/${part(workspace)}/areas`;
  const list = async (side: MoveSide, token: string): Promise<AreaShown[]> =>
    allOf(entriesOf<AreaShown>(reading(side, token), { path, entries: 'areas', cursorParameter: 'after' }));
  const [ours, theirs] = [await list(here, tokens.here), await list(there, tokens.there)];
  const contentOf = (area: AreaShown): object =>
    Object.fromEntries(AREA_MEMBERS.filter((name) => area[name] !== undefined && area[name] !== null).map((name) => [name, area[name]]));
  const known = new Map(theirs.map((area) => [area.areaId, canonical(contentOf(area))]));
  for (const area of ours) {
    const isThere = known.get(area.areaId) === canonical(contentOf(area));
    known.delete(area.areaId);
    if (!isThere) await there.ask('PUT', there.at(`adoptions/areas/${area.areaId}`), { body: contentOf(area) });
  }
  // Areas from an earlier run that have been deleted here since.
  for (const areaId of known.keys()) await there.ask('DELETE', `${path}/${areaId}`, { token: tokens.there });
  return ours.length;
}
