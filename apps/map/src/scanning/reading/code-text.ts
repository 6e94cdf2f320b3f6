import { MAX_ID_CHARACTERS, parseAddress } from '../../address/address.js';

/** The meaning of a code. */
export type ReadCode =
  | { is: 'object'; id: string; ws: string | undefined; element: string | undefined }
  /** A link to another site. `ids`: the parts that may be an object's id, most likely first. */
  | { is: 'foreign-link'; link: string; ids: readonly string[] }
  | { is: 'no-id'; why: 'empty' | 'too-long' | 'signs' };

/**
 * Interprets a code: the app's deep link (with parameters in any order), the fragment of one, the bare id of an object, or a link to
 * another site, which may be an existing sticker that can serve as an id.
 * @param appUrl the app's own address without fragment
 */
export function readCode(scanned: string, appUrl: string): ReadCode {
  const text = scanned.replace(/^[\s\uFEFF]+|[\s\u0000]+$/g, '');
  if (text === '') return { is: 'no-id', why: 'empty' };
  if (text.startsWith('#')) {
    const found = ofFragment(text);
    if (found !== undefined) return found;
  }
  const url = /^https?:\/\//i.test(text) ? parsed(text) : undefined;
  if (url === undefined) return checked(text, undefined, undefined);
  const linked = ofFragment(url.hash);
  if (linked !== undefined && isApp(url, appUrl)) return linked;
  const ids = [linked?.is === 'object' ? linked.id : undefined, text.length <= MAX_ID_CHARACTERS ? text : undefined, lastPart(url)];
  return { is: 'foreign-link', link: text, ids: [...new Set(ids.filter((id) => id !== undefined && isId(id)) as string[])] };
}

/** A deep link of the specification has page=Map and an id; without either, it is another link. */
function ofFragment(fragment: string): ReadCode | undefined {
  const { ws, page, id, more } = parseAddress(fragment);
  return page === 'Map' && id !== undefined ? checked(id, ws, more.element) : undefined;
}

function checked(id: string, ws: string | undefined, element: string | undefined): ReadCode {
  if (characters(id) > MAX_ID_CHARACTERS) return { is: 'no-id', why: 'too-long' };
  if (!isId(id)) return { is: 'no-id', why: 'signs' };
  return { is: 'object', id, ws, element: element || undefined };
}

/** The API refuses ids with control characters or lone surrogates. */
const isId = (text: string): boolean =>
  text !== '' && characters(text) <= MAX_ID_CHARACTERS && !/[\u0000-\u001f\u007f-\u009f]/.test(text) && text.isWellFormed();

const characters = (text: string): number => [...text].length;

function isApp(url: URL, appUrl: string): boolean {
  const app = new URL(appUrl);
  const path = (pathname: string): string => pathname.replace(/\/(index\.html)?$/, '');
  return url.host === app.host && path(url.pathname) === path(app.pathname);
}

function lastPart({ pathname }: URL): string | undefined {
  const part = pathname.split('/').findLast((each) => each !== '');
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
