/** The pages of the app, as an address names them. */
export const PAGES = ['Map', 'Scan', 'Dashboards', 'Polls', 'Settings'] as const;
export type Page = (typeof PAGES)[number];

/** The fragment of the app's address (specification 4.2: `#ws=<workspace_name>&page=Map&id=<object_id>`). */
export interface Address {
  /** Name of a workspace, not its id; undefined: the present one. */
  ws: string | undefined;
  page: Page;
  /** Of an object. */
  id: string | undefined;
  /** The page's own values, by name. */
  more: Readonly<Record<string, string>>;
}

/** The longest possible id. A longer one names no object, but is kept so that it can be shown. */
export const MAX_ID_CHARACTERS = 256;

/**
 * Reads a fragment, in any order of its parameters, with or without `#`. Of parameters that come twice the first counts; a page that
 * does not exist is the map; what is percent-encoded wrongly is taken as it stands, as a sticker can't be corrected.
 */
export function parseAddress(fragment: string): Address {
  const found = new Map<string, string>();
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    const name = decoded(at < 0 ? part : part.slice(0, at));
    if (name !== '' && !found.has(name)) found.set(name, at < 0 ? '' : decoded(part.slice(at + 1)));
  }
  const { ws, page, id, ...more } = Object.fromEntries(found);
  return {
    ws: ws || undefined,
    page: PAGES.find((known) => known.toLowerCase() === page?.toLowerCase()) ?? 'Map',
    id: id || undefined,
    more,
  };
}

/** The fragment without `#`, in the specification's order. */
export function formatAddress({ ws, page, id, more }: Address): string {
  const parts: [string, string | undefined][] = [['ws', ws], ['page', page], ['id', id], ...Object.entries(more)];
  return parts
    .filter((part): part is [string, string] => part[1] !== undefined && part[1] !== '')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

/** A plus is a plus: forms write blanks so, links don't. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keeps an address readable: delimiters of RFC 3986 that separate nothing here stay as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%(2C|3A|2F|40|3B)/g, (hidden) => decodeURIComponent(hidden));
