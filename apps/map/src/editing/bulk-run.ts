import { type ReadonlySignal, signal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { inverseOf } from '../object-changes/inverse.js';
import { EditConflict, type EditDone, type ObjectChange } from '../object-changes/object-edits.js';

interface Item {
  seen: ExternalObject;
  change: ObjectChange;
}

export interface BulkProgress {
  is: 'running' | 'done';
  done: number;
  of: number;
  failed: readonly { object: ExternalObject; error: Error }[];
}

const AT_ONCE = 6;
const OVERWRITES = 3;

/** One change of many objects, some at a time. All of its changes can be undone together. */
export class BulkRun {
  private readonly now;
  readonly progress: ReadonlySignal<BulkProgress>;
  private readonly did: { done: EditDone; change: ObjectChange }[] = [];
  private stopped = false;

  /**
   * @param apply changes one object
   * @param insist true for a change of many objects, which applies whatever they contain by now; false for undo
   */
  constructor(
    private readonly items: readonly Item[],
    private readonly apply: (seen: ExternalObject, change: ObjectChange) => Promise<EditDone>,
    private readonly insist: boolean,
  ) {
    this.now = signal<BulkProgress>({ is: 'running', done: 0, of: items.length, failed: [] });
    this.progress = this.now;
  }

  /** Skips all objects whose change has not started. */
  stop(): void {
    this.stopped = true;
  }

  async run(): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (!this.stopped && next < this.items.length) await this.one(this.items[next++]!);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.now.value = { ...this.now.peek(), is: 'done' };
  }

  /** The changed objects after the change. */
  get after(): ExternalObject[] {
    return this.did.map(({ done }) => done.after);
  }

  /** A run that undoes this one; undefined if nothing was changed. */
  inverse(): BulkRun | undefined {
    const items = this.did.flatMap(({ done, change }) => {
      const inverse = inverseOf(done, change);
      return inverse === undefined ? [] : [{ seen: done.after, change: inverse }];
    });
    return items.length === 0 ? undefined : new BulkRun(items, this.apply, false);
  }

  private async one({ seen, change }: Item): Promise<void> {
    try {
      this.did.push({ done: await this.attempt(seen, change), change });
      this.now.value = { ...this.now.peek(), done: this.now.peek().done + 1 };
    } catch (error) {
      this.now.value = { ...this.now.peek(), failed: [...this.now.peek().failed, { object: seen, error: error as Error }] };
    }
  }

  private async attempt(seen: ExternalObject, change: ObjectChange): Promise<EditDone> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.apply(seen, change);
      } catch (error) {
        if (!(error instanceof EditConflict) || !this.insist || tries >= OVERWRITES) throw error;
        seen = error.theirs;
      }
    }
  }
}
