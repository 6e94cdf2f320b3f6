import { type ReadonlySignal, signal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';

/** The maximum number of objects that can be changed at once. */
export const MAX_SELECTED = 1000;

/** Objects selected in the list, in their state at that time. */
export class Selection {
  /** Whether the list shows checkboxes. */
  readonly on = signal(false);
  private readonly all = signal<ReadonlyMap<string, ExternalObject>>(new Map());
  readonly chosen: ReadonlySignal<ReadonlyMap<string, ExternalObject>> = this.all;
  /** Start of a range. */
  private anchor: string | undefined;

  /** @param shown the list in its order @param range true to include all objects since the previously selected one */
  toggle(object: ExternalObject, shown: readonly ExternalObject[], range: boolean): void {
    const next = new Map(this.all.peek());
    const add = !next.has(object.externalId);
    for (const each of range ? this.between(object, shown) : [object]) {
      if (add) next.set(each.externalId, each);
      else next.delete(each.externalId);
    }
    this.anchor = object.externalId;
    this.keep(next.values());
  }

  add(objects: readonly ExternalObject[]): void {
    this.keep([...this.all.peek().values(), ...objects]);
  }

  /** Replaces the selected objects by their state after a change. */
  refresh(objects: readonly ExternalObject[]): void {
    const next = new Map(this.all.peek());
    for (const object of objects) if (next.has(object.externalId)) next.set(object.externalId, object);
    this.all.value = next;
  }

  clear(): void {
    this.all.value = new Map();
    this.anchor = undefined;
  }

  end(): void {
    this.clear();
    this.on.value = false;
  }

  private keep(objects: Iterable<ExternalObject>): void {
    this.all.value = new Map([...new Map([...objects].map((object) => [object.externalId, object]))].slice(0, MAX_SELECTED));
  }

  private between(object: ExternalObject, shown: readonly ExternalObject[]): readonly ExternalObject[] {
    const [one, other] = [this.anchor, object.externalId].map((id) => shown.findIndex(({ externalId }) => externalId === id));
    return one! < 0 || other! < 0 ? [object] : shown.slice(Math.min(one!, other!), Math.max(one!, other!) + 1);
  }
}
