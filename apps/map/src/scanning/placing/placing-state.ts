import { type ReadonlySignal, signal } from '@preact/signals';
import { ApiProblem } from '../../api/problem.js';
import type { App } from '../../app/app.js';
import { scanQueueOf } from '../../scan-queue/scan-queue.js';
import { locationOf, type Place } from '../place/device-place.js';

export type PutState = 'sending' | 'created' | 'updated' | 'queued' | 'rejected';

export interface Put {
  n: number;
  id: string;
  state: PutState;
  code?: string;
  detail?: string;
  /** Key of the queued scan, if it had to wait. */
  key?: string;
}

export interface ChosenPlace {
  /** Undefined: the position of the device. */
  id: string | undefined;
  name: string;
  at: Place;
}

/** Scan a place, then the things there: each gets the position of the place, one after the other. */
export class Placing {
  private readonly chosen = signal<ChosenPlace | undefined>(undefined);
  private readonly things = signal<readonly Put[]>([]);
  private readonly problem = signal<'not-a-place' | 'needs-connection' | undefined>(undefined);
  readonly place: ReadonlySignal<ChosenPlace | undefined> = this.chosen;
  readonly puts: ReadonlySignal<readonly Put[]> = this.things;
  readonly fault: ReadonlySignal<'not-a-place' | 'needs-connection' | undefined> = this.problem;
  private next = 1;

  constructor(private readonly app: App) {}

  async scanned(id: string): Promise<void> {
    const place = this.chosen.peek();
    if (place === undefined) await this.lookUp(id);
    else if (place.id !== id) await this.put(id, place);
  }

  choose(place: ChosenPlace | undefined): void {
    this.problem.value = undefined;
    this.chosen.value = place;
    this.things.value = [];
  }

  private async lookUp(externalId: string): Promise<void> {
    this.problem.value = undefined;
    try {
      const { data } = await this.app.api.GET('/groups/{groupID}/externalObjects/{externalId}', {
        params: { path: { groupID: this.app.workspace.id, externalId } },
      });
      const { lat, lon, alt, floor, accuracy } = data!.position;
      this.choose({ id: externalId, name: data!.title || externalId, at: { lat, lon, alt, floor: floor ?? undefined, accuracy } });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      this.problem.value = error.status === 404 ? 'not-a-place' : 'needs-connection';
    }
  }

  private async put(externalId: string, { at }: ChosenPlace): Promise<void> {
    const n = this.next++;
    this.things.value = [{ n, id: externalId, state: 'sending' }, ...this.things.peek()];
    const outcome = await scanQueueOf(this.app).submit(this.app.workspace.id, {
      externalId,
      locationUpdate: locationOf(at),
      observedAt: new Date().toISOString(),
    });
    const outcomeFields: Partial<Put> =
      outcome.is === 'rejected'
        ? { state: outcome.is, code: outcome.code, detail: outcome.detail }
        : outcome.is === 'queued'
          ? { state: outcome.is, key: outcome.key }
          : { state: outcome.is };
    this.things.value = this.things.peek().map((each) => (each.n === n ? { ...each, ...outcomeFields } : each));
  }
}
