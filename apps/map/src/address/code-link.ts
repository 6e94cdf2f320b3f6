import { formatAddress } from './address.js';

/** The contents of a code. */
export interface CodeOf {
  id: string;
  /** Name of the workspace. Omitted on stickers: the code opens in the workspace in which the person is signed in. */
  ws?: string;
  /** Id of the content element that a scan of this code performs. */
  element?: string;
}

/**
 * The deep link of the specification (4.2), followed by `element` if the code is bound to an action.
 * @param appUrl without fragment
 */
export function codeLink(appUrl: string, { id, ws, element }: CodeOf): string {
  return `${appUrl}#${formatAddress({ ws, page: 'Map', id, more: element === undefined ? {} : { element } })}`;
}

/** The app's address without fragment, for stickers. */
export const appUrlNow = (): string => `${location.origin}${location.pathname}`;
