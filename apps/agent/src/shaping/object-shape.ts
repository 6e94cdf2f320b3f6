import { distanceM } from '#geofence/distance.js';
import type { ShapeConfig } from '../configuration/mapping-schemas.js';
import type { Element } from '../reading/element.js';

type Position = NonNullable<Element['locationUpdate']>['newPosition'];

/** Limit of waiting elements per object; more can only occur when each contains different information. */
const MAX_HELD = 8;

export interface ShapedElement {
  /** In order of arrival. */
  readonly send: readonly Element[];
  readonly merged: number;
}

const MERGED: ShapedElement = { send: [], merged: 1 };

/** The sent and waiting state of one object. It has no clock: the caller decides when an element has waited long enough. */
export class ObjectShape {
  /** Start of the current `seconds`, by the observer's clock; an element released late counts as if it had been on time. */
  private gate = -Infinity;
  /** Time of the newest sent element. */
  private newest = -Infinity;
  private position: Position | undefined;
  /** Last sent values of number fields with a dead band. */
  private numbers: Map<string, number> | undefined;
  /** In order of arrival. */
  held: readonly Element[] = [];

  /** @param seconds `ShapeConfig.seconds`, or its default when only `metres` is given; 0: only the dead band counts */
  constructor(
    private readonly config: ShapeConfig,
    private readonly seconds: number,
  ) {}

  take(given: Element): ShapedElement {
    const element = this.withoutSmallChanges(given);
    if (element === undefined) return MERGED;
    const observedAt = Date.parse(element.observedAt);
    if (this.passes(element, observedAt)) return this.pass(element, observedAt);
    if (this.isOutdated(element, observedAt)) return MERGED;
    const kept = this.held.filter((older) => !covers(element, older));
    const merged = this.held.length - kept.length;
    this.held = [...kept, element];
    if (this.held.length <= MAX_HELD) return { send: [], merged };
    const [first, ...rest] = this.held as [Element, ...Element[]];
    this.held = rest;
    this.note(first);
    return { send: [first], merged };
  }

  /** Releases all waiting elements. @param elapsedMs since the last one was sent; it shifts the start of the next interval */
  release(elapsedMs: number): readonly Element[] {
    const { held } = this;
    for (const element of held) this.note(element);
    this.gate = Math.max(this.gate + elapsedMs, this.newest);
    this.held = [];
    return held;
  }

  /** Uses the time of observation, not of arrival, so that a tracker's stored positions are thinned like live ones. */
  private passes(element: Element, observedAt: number): boolean {
    if (this.gate === -Infinity || this.seconds === 0) return true;
    if (Math.abs(observedAt - this.gate) >= this.seconds * 1000) return true;
    const { metres } = this.config;
    const position = element.locationUpdate?.newPosition;
    if (metres === undefined || position === undefined || observedAt < this.newest) return false;
    return this.position === undefined || distanceM(this.position.lon, this.position.lat, position.lon, position.lat) >= metres;
  }

  private pass(element: Element, observedAt: number): ShapedElement {
    // Late history does not replace anything.
    if (observedAt < this.newest) return { send: [element], merged: 0 };
    const before = this.held.filter((older) => !covers(element, older));
    const merged = this.held.length - before.length;
    for (const each of [...before, element]) this.note(each);
    this.held = [];
    this.gate = observedAt;
    return { send: [...before, element], merged };
  }

  /** Whether a newer element that contains all its information was before it, or it repeats the last one. */
  private isOutdated(element: Element, observedAt: number): boolean {
    const waiting = this.held.at(-1);
    if (waiting !== undefined && observedAt < Date.parse(waiting.observedAt) && covers(waiting, element)) return true;
    if (element.fieldValues !== undefined || this.position === undefined) return false;
    const { lat, lon, alt } = element.locationUpdate!.newPosition;
    return (
      observedAt < this.newest ||
      (observedAt === this.newest && lat === this.position.lat && lon === this.position.lon && alt === this.position.alt)
    );
  }

  private note(element: Element): void {
    this.newest = Math.max(this.newest, Date.parse(element.observedAt));
    if (element.locationUpdate !== undefined) this.position = element.locationUpdate.newPosition;
    for (const field of element.fieldValues ?? []) {
      if (this.bandOf(field.field) === undefined) continue;
      if (field.type === 'Number' && field.value !== null) (this.numbers ??= new Map()).set(field.field, field.value);
      else this.numbers?.delete(field.field);
    }
  }

  private bandOf(field: string): number | undefined {
    const { deadBand } = this.config;
    return deadBand !== undefined && Object.hasOwn(deadBand, field) ? deadBand[field] : undefined;
  }

  /**
   * Undefined if nothing is left. Compares with the sent value, so that many small changes add up. While another value waits, the change
   * must be sent too.
   */
  private withoutSmallChanges(element: Element): Element | undefined {
    if (this.config.deadBand === undefined || element.fieldValues === undefined) return element;
    const fieldValues = element.fieldValues.filter((field) => {
      const [band, sent] = [this.bandOf(field.field), this.numbers?.get(field.field)];
      if (
        band === undefined ||
        sent === undefined ||
        field.type !== 'Number' ||
        field.value === null ||
        Math.abs(field.value - sent) >= band
      )
        return true;
      return this.held.some((held) => held.fieldValues?.some(({ field: name }) => name === field.field));
    });
    if (fieldValues.length === element.fieldValues.length) return element;
    if (fieldValues.length === 0 && element.locationUpdate === undefined) return undefined;
    const { fieldValues: _all, ...rest } = element;
    return fieldValues.length === 0 ? rest : { ...rest, fieldValues };
  }
}

/** Whether `newer` contains everything that `older` reports about the object; only then is the older one unnecessary. */
function covers(newer: Element, older: Element): boolean {
  if (older.locationUpdate !== undefined && newer.locationUpdate === undefined) return false;
  const names = new Set(newer.fieldValues?.map(({ field }) => field));
  return older.fieldValues?.every(({ field }) => names.has(field)) ?? true;
}
