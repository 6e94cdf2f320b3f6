/** The pages of the app, as named in addresses. */
export const PAGES = ['Map', 'Scan', 'Dashboards', 'Polls', 'Settings'] as const;
export type Page = (typeof PAGES)[number];

/** The fragment of the app's address (`#ws=<workspace_name>&page=Map&id=<object_id>`). */
export interface Address {
  /** Name of a workspace, not its id; undefined: the current one. */
  ws: string | undefined;
  page: Page;
  /** Id of an object. */
  id: string | undefined;
  /** The page's own values, by name. */
  more: Readonly<Record<string, string>>;
}

/** The longest possible id. A longer one cannot exist, but is kept so that it can be shown. */
export const MAX_ID_CHARACTERS = 256;

/**
 * Parses a fragment, with parameters in any order, with or without `#`. The first of repeated parameters counts; an unknown page is the
 * map. Wrong percent-encoding is kept as it is, because a sticker cannot be corrected.
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

/** The fragment without `#`, with parameters in the order of the specification. */
export function formatAddress({ ws, page, id, more }: Address): string {
  const parts: [string, string | undefined][] = [['ws', ws], ['page', page], ['id', id], ...Object.entries(more)];
  return parts
    .filter((part): part is [string, string] => part[1] !== undefined && part[1] !== '')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

/** A plus stays a plus: it means a blank in forms, not in links. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keeps an address readable: delimiters of RFC 3986 that have no function here are not encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%(2C|3A|2F|40|3B)/g, (hidden) => decodeURIComponent(hidden));
