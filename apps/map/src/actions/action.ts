import { MAX_ID_CHARACTERS } from '../address/address.js';
import type { Schemas } from '../api/api.js';
import { safeLink } from './safe-link.js';

export type ContentElement = Schemas['ShownContentElement'];

/** The possible actions of an object's content elements, by `kind`. */
export const ACTION_KINDS = ['link', 'map', 'poll', 'field', 'checklist'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export type Action =
  | { kind: 'link'; href: string }
  | { kind: 'map'; place: { lat: number; lon: number; zoom: number } }
  | { kind: 'map'; objectId: string }
  | { kind: 'poll'; pollId: string }
  | { kind: 'field'; field: string; text: string }
  | { kind: 'checklist'; lines: readonly string[] };

/** Why an element cannot be performed. */
export type ActionFault = 'unknown-kind' | 'no-target' | 'unsafe-link' | 'bad-place' | 'bad-field' | 'too-many-lines';
export type ReadAction = { usable: true; action: Action } | { usable: false; fault: ActionFault };

const PLACE = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)(?:\s*,\s*(\d+(?:\.\d+)?))?$/;
const CLOSE_ZOOM = 15;
const CLOSEST_ZOOM = 22;
const MAX_LINES = 100;
const MAX_FIELD_NAME = 128;

/**
 * Parses an element. Targets by kind: `link` a URL; `map` `lat,lon[,zoom]` or the id of an object; `poll` the id of a poll; `field`
 * `name=value`, split at the first `=`; `checklist` the items, separated by `;` (the API accepts no line breaks).
 */
export function readAction({ kind, target = '' }: Pick<ContentElement, 'kind' | 'target'>): ReadAction {
  const text = target.trim();
  if (!isActionKind(kind)) return { usable: false, fault: 'unknown-kind' };
  if (text === '') return { usable: false, fault: 'no-target' };
  return READERS[kind](text);
}

const isActionKind = (kind: string): kind is ActionKind => (ACTION_KINDS as readonly string[]).includes(kind);

const usable = (action: Action): ReadAction => ({ usable: true, action });
const unusable = (fault: ActionFault): ReadAction => ({ usable: false, fault });

const READERS: Record<ActionKind, (text: string) => ReadAction> = {
  link: (text) => {
    const href = safeLink(text);
    return href === undefined ? unusable('unsafe-link') : usable({ kind: 'link', href });
  },
  map: (text) => {
    const place = PLACE.exec(text);
    if (place === null) return text.length > MAX_ID_CHARACTERS ? unusable('bad-place') : usable({ kind: 'map', objectId: text });
    const [lat, lon, zoom] = [Number(place[1]), Number(place[2]), Number(place[3] ?? CLOSE_ZOOM)];
    return Math.abs(lat) > 90 || Math.abs(lon) > 180 || zoom > CLOSEST_ZOOM
      ? unusable('bad-place')
      : usable({ kind: 'map', place: { lat, lon, zoom } });
  },
  poll: (text) => usable({ kind: 'poll', pollId: text }),
  field: (text) => {
    const at = text.indexOf('=');
    const field = text.slice(0, Math.max(at, 0)).trim();
    return field === '' || [...field].length > MAX_FIELD_NAME
      ? unusable('bad-field')
      : usable({ kind: 'field', field, text: text.slice(at + 1).trim() });
  },
  checklist: (text) => {
    const lines = text
      .split(/[;\n]/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines.length > MAX_LINES ? unusable('too-many-lines') : usable({ kind: 'checklist', lines });
  },
};
