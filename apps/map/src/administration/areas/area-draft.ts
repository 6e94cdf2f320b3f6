import { type Signal, signal } from '@preact/signals';
import type { Geometry } from '#geofence/geometry.js';
import type { Schemas } from '../../api/api.js';
import { numberOf, textOf } from '../../forms/typed.js';
import { EMPTY_POLYGON, geometryOf, type Outline, outlineOf } from './outline.js';

type Area = Schemas['Area'];
const TEXTS = ['name', 'category', 'floor', 'dwellSeconds', 'absentSeconds', 'confirmSeconds'] as const;
export type AreaText = (typeof TEXTS)[number];

/** An area while it is drawn and typed. */
export class AreaDraft {
  readonly texts: Readonly<Record<AreaText, Signal<string>>>;
  readonly outline: Signal<Outline>;

  constructor(private from: Area | undefined) {
    this.texts = Object.fromEntries(TEXTS.map((name) => [name, signal(textIn(from, name))])) as Record<AreaText, Signal<string>>;
    this.outline = signal(from === undefined ? EMPTY_POLYGON : outlineOf(from.geometry as unknown as Geometry));
  }

  /** Replaces the typed values by the stored area. */
  take(stored: Area): void {
    this.from = stored;
    for (const name of TEXTS) this.texts[name].value = textIn(stored, name);
    this.outline.value = outlineOf(stored.geometry as unknown as Geometry);
  }

  content(): Schemas['AreaContent'] {
    const text = (name: AreaText): string => this.texts[name].peek();
    const floor = text('floor').trim();
    return {
      name: text('name').trim(),
      category: textOf(text('category')),
      floor: floor === '' ? undefined : Number.isFinite(Number(floor)) && typeof this.from?.floor !== 'string' ? Number(floor) : floor,
      dwellSeconds: numberOf(text('dwellSeconds')),
      absentSeconds: numberOf(text('absentSeconds')),
      confirmSeconds: numberOf(text('confirmSeconds')),
      geometry: geometryOf(this.outline.peek()) as never,
    };
  }
}

const textIn = (area: Area | undefined, name: AreaText): string => (area?.[name] === undefined ? '' : String(area[name]));
