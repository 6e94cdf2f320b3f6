import { formatAddress } from './address.js';

/** The contents of a code. */
export interface CodeOf {
  id: string;
  /** Name of the workspace; left out, as on stickers, the code opens in the one that somebody is signed in to. */
  ws?: string;
  /** Id of the content element that a scan of this code performs. */
  element?: string;
}

/**
 * The deep link of the specification (4.2), with `element` behind it where the code is bound to an action. @param
 * appUrl without fragment
 */
export function codeLink(appUrl: string, { id, ws, element }: CodeOf): string {
  return `${appUrl}#${formatAddress({ ws, page: 'Map', id, more: element === undefined ? {} : { element } })}`;
}

/** Where the app is, without fragment, as stickers have it. */
export const appUrlNow = (): string => `${location.origin}${location.pathname}`;
