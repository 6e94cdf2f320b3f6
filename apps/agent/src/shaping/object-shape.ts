import { distanceM } from '#geofence/distance.js';
import type { ShapeConfig } from '../configuration/agent-config.js';
import type { Element } from '../mapping/element.js';
import { covers } from './coverage.js';

type Position = NonNullable<Element['locationUpdate']>['newPosition'];

/** Elements of one object that wait for their time; more cannot happen but where each says something else. */
const MAX_HELD = 8;

export interface ShapedElement {
  /** In the order of coming. */
  readonly send: readonly Element[];
  readonly merged: number;
}

const MERGED: ShapedElement = { send: [], merged: 1 };

/**
 * What was sent of one object, and what of it waits for its time. Knows no clock: when something has waited long enough
 * is for others to say.
 */
export class ObjectShape {
  /** From when on `seconds` count, by the observer's clock; what was let go late counts as if it had been in time. */
  private gate = -Infinity;
  /** Of the newest element that was sent. */
  private newest = -Infinity;
  private position: Position | undefined;
  /** Number fields with a dead band, as they were sent last. */
  private numbers: Map<string, number> | undefined;
  /** In the order of coming. */
  held: readonly Element[] = [];

  /** @param seconds `ShapeConfig.seconds`, or what it is when only `metres` is given; 0: only the dead band counts */
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

  /** All that waits goes. @param elapsedMs since the last was sent: so much later the next one counts */
  release(elapsedMs: number): readonly Element[] {
    const { held } = this;
    for (const element of held) this.note(element);
    this.gate = Math.max(this.gate + elapsedMs, this.newest);
    this.held = [];
    return held;
  }

  /** By when it was observed, not when it came: what a tracker stored and hands over at once is thinned as it would have been then. */
  private passes(element: Element, observedAt: number): boolean {
    if (this.gate === -Infinity || this.seconds === 0) return true;
    if (Math.abs(observedAt - this.gate) >= this.seconds * 1000) return true;
    const { metres } = this.config;
    const position = element.locationUpdate?.newPosition;
    if (metres === undefined || position === undefined || observedAt < this.newest) return false;
    return this.position === undefined || distanceM(this.position.lon, this.position.lat, position.lon, position.lat) >= metres;
  }

  private pass(element: Element, observedAt: number): ShapedElement {
    // History that comes late takes nothing's place.
    if (observedAt < this.newest) return { send: [element], merged: 0 };
    const before = this.held.filter((older) => !covers(element, older));
    const merged = this.held.length - before.length;
    for (const each of [...before, element]) this.note(each);
    this.held = [];
    this.gate = observedAt;
    return { send: [...before, element], merged };
  }

  /** It came after one that is newer and says all that it says, or it is the last one again. */
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
   * Undefined: nothing is left. Compared is what was sent, so that many small changes add up; while another value
   * waits, it must be followed.
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
