import { type ReadonlySignal, signal } from '@preact/signals';
import { MAX_ID_CHARACTERS } from '../address/address.js';
import type { ExternalObject } from '../api/api.js';
import { eventsOf } from '../api/event-stream.js';
import { ApiProblem } from '../api/problem.js';
import type { App } from '../app/app.js';

export type FollowedState =
  | { is: 'loading' }
  | { is: 'there'; object: ExternalObject }
  | { is: 'absent' }
  | { is: 'too-long' }
  | { is: 'failed'; problem: ApiProblem };

/** For people without access to the feed. */
const POLL_MS = 5000;
const RETRY_MS = [500, 1000, 2000, 5000, 10_000];

/**
 * One object, kept up to date: read once and then followed by the feed, or read every 5 s without access to the feed. An object that does
 * not exist yet appears when somebody creates it.
 */
export class FollowedObject {
  private readonly now = signal<FollowedState>({ is: 'loading' });
  readonly state: ReadonlySignal<FollowedState> = this.now;
  private readonly ending = new AbortController();

  constructor(
    private readonly app: App,
    private readonly id: string,
  ) {
    if (id.length > MAX_ID_CHARACTERS) this.now.value = { is: 'too-long' };
    else if (app.workspace.may('feed:read')) void this.follow();
    else void this.poll();
  }

  stop(): void {
    this.ending.abort();
  }

  /** Uses the object from the map until it has been read, or permanently without a network. */
  takeUntilRead(object: ExternalObject): void {
    const { is } = this.now.peek();
    if (is === 'loading' || is === 'failed') this.now.value = { is: 'there', object };
  }

  /** Uses a newer known state, such as the answer to the person's own change. */
  take(object: ExternalObject): void {
    const known = this.now.peek();
    if (known.is !== 'there' || known.object.revision <= object.revision) this.now.value = { is: 'there', object };
  }

  private async follow(): Promise<void> {
    const { signal: ended } = this.ending;
    for (let failures = 0; !ended.aborted; failures++) {
      try {
        const cursor = await this.read();
        const address = new URL(`/groups/${encodeURIComponent(this.app.workspace.id)}/changes`, location.origin);
        for (const [name, value] of Object.entries({ mode: 'state', id: this.id, cursor })) address.searchParams.set(name, value);
        const response = await this.app.fetch(new Request(address, { signal: ended, headers: { Accept: 'text/event-stream' } }));
        for await (const { event, data } of eventsOf(response.body!)) {
          failures = 0;
          if (event === 'changes') for (const change of (JSON.parse(data) as { changes: Change[] }).changes) this.apply(change);
        }
      } catch (error) {
        if (ended.aborted) return;
        if (error instanceof ApiProblem && this.now.peek().is === 'loading') this.now.value = { is: 'failed', problem: error };
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]));
    }
  }

  private async poll(): Promise<void> {
    while (!this.ending.signal.aborted) {
      try {
        if (!document.hidden) await this.readObject();
      } catch (error) {
        if (this.ending.signal.aborted) return;
        if (error instanceof ApiProblem && this.now.peek().is === 'loading') this.now.value = { is: 'failed', problem: error };
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** @returns the cursor from which the feed continues after the read */
  private async read(): Promise<string> {
    const path = { groupID: this.app.workspace.id };
    const { data: feed } = await this.app.api.GET('/groups/{groupID}/changes', {
      params: { path, query: { cursor: 'latest', mode: 'state', id: [this.id] } },
      signal: this.ending.signal,
    });
    await this.readObject();
    return (feed as { cursor: string }).cursor;
  }

  private async readObject(): Promise<void> {
    try {
      const { data } = await this.app.api.GET('/groups/{groupID}/externalObjects/{externalId}', {
        params: { path: { groupID: this.app.workspace.id, externalId: this.id } },
        signal: this.ending.signal,
      });
      this.take(data!);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
      this.now.value = { is: 'absent' };
    }
  }

  private apply(change: Change): void {
    if (change.erased === true) this.now.value = { is: 'absent' };
    else this.take({ ...change, type: change.objectType } as ExternalObject);
  }
}

/** A line of the feed in `mode=state`: the object, with its type under another name, or its erasure. */
interface Change extends Omit<ExternalObject, 'type'> {
  objectType?: string;
  erased?: boolean;
}
