import type { Schemas } from '../api/api.js';
import type { ObjectFeature } from './object-features.js';

/** An object as it was at a moment: where, and what type it is of. What it is called and its icon are those of now, as history keeps none. */
export interface ObjectThen {
  externalId: string;
  title?: string;
  type?: string;
  icon?: string;
  position: { lat: number; lon: number; observedAt: string; accuracy?: number; floor?: string | number };
}

/** What the map shows of the past. */
export interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  objects: readonly ObjectThen[];
  /** False: there were more in view than are shown. */
  whole: boolean;
}

export function objectThen({ externalId, type, lat, lon, observedAt, accuracy, floor }: Schemas['PositionThen'], called: { title?: string; icon?: string } = {}): ObjectThen {
  const { title, icon } = called;
  return { externalId, ...(title !== undefined && { title }), ...(type !== undefined && { type }), ...(icon !== undefined && { icon }), position: { lat, lon, observedAt, ...(accuracy !== undefined && { accuracy }), ...(floor !== undefined && { floor }) } };
}

export function featureThen({ externalId, title = '', type = '', icon, position }: ObjectThen): ObjectFeature {
  const { lat, lon, observedAt, floor } = position;
  return {
    type: 'Feature',
    id: externalId,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { id: externalId, title, type, ...(icon !== undefined && { icon }), observedAt: Math.floor(Date.parse(observedAt) / 1000), ...(floor !== undefined && { floor: String(floor) }) },
  };
}

/** Those of whose id, title or type a part was typed, whatever its case. */
export function foundThen(objects: readonly ObjectThen[], text: string): readonly ObjectThen[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return objects;
  return objects.filter(({ externalId, title = '', type = '' }) => [externalId, title, type].some((each) => each.toLocaleLowerCase().includes(wanted)));
}
