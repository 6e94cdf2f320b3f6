import { formatAddress, parseAddress } from '../address/address.js';
import type { Schemas } from '../api/api.js';

/** A saved view in the server's answers. */
export type SavedView = Schemas['ShownView'];

/** The parts of a map's address that a view stores: not the workspace, and nothing that grants rights. */
export function stateOf(more: Readonly<Record<string, string>>, id: string | undefined): string {
  const { s: _code, share: _share, embed: _embed, shared: _shared, ...kept } = more;
  return formatAddress({ ws: undefined, page: 'Map', id, more: kept });
}

/** The address of a view in the app. */
export function addressOf(state: string): { page: 'Map'; id: string | undefined; more: Readonly<Record<string, string>> } {
  const { id, more } = parseAddress(state);
  const { s: _code, share: _share, embed: _embed, ...kept } = more;
  return { page: 'Map', id, more: kept };
}
