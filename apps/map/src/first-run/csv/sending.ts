import { type ReadonlySignal, signal } from '@preact/signals';
import type { Api, Schemas } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import type { RowElement } from './row-elements.js';

/** A row that the server refused. */
export interface RefusedRow {
  row: RowElement;
  detail: string;
}

export interface SendingProgress {
  is: 'sending' | 'paused' | 'failed' | 'done';
  sent: number;
  created: number;
  updated: number;
  refused: readonly RefusedRow[];
  /** Why sending stopped. */
  problem?: ApiProblem;
}

const MAX_ELEMENTS = 500;
const MAX_CHARACTERS = 1_500_000;
const PENDING_EVERY_MS = 500;
const MAX_WAIT_S = 60;

interface Call {
  rows: readonly RowElement[];
  /** Idempotency key, the same for each attempt: a call whose answer was lost is not applied twice. */
  key: string;
}

/** Sends rows in calls of at most 500, one after the other, so that the last row of an object in the file wins. */
export class CsvSending {
  private readonly now = signal<SendingProgress>({ is: 'paused', sent: 0, created: 0, updated: 0, refused: [] });
  readonly progress: ReadonlySignal<SendingProgress> = this.now;
  private readonly calls: Call[];
  private running = false;

  constructor(
    private readonly api: Api,
    private readonly workspace: string,
    rows: readonly RowElement[],
  ) {
    this.calls = callsOf(rows);
  }

  pause(): void {
    if (this.now.peek().is === 'sending') this.update({ is: 'paused' });
  }

  /** Starts, or repeats the unanswered call. */
  async go(): Promise<void> {
    this.update({ is: 'sending', problem: undefined });
    if (this.running) return;
    this.running = true;
    try {
      while (this.now.peek().is === 'sending') {
        const call = this.calls[0];
        if (call === undefined) return this.update({ is: 'done' });
        this.count(call, await this.send(call));
        this.calls.shift();
      }
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 413 && this.halve()) setTimeout(() => void this.go());
      else this.update({ is: 'failed', problem: error });
    } finally {
      this.running = false;
    }
  }

  private async send({ rows, key }: Call): Promise<readonly Schemas['ElementResult'][]> {
    for (;;) {
      try {
        const { data } = await this.api.POST('/groups/{groupID}/externalObjects', {
          params: { path: { groupID: this.workspace }, header: { 'Idempotency-Key': key, Prefer: 'wait=20' } },
          body: rows.map(({ element }) => element),
        });
        return 'results' in data! ? data.results : await this.outcome(data!.operationId);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 429 || (error.retryAfter ?? 1) > MAX_WAIT_S) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retryAfter ?? 1)));
      }
    }
  }

  private async outcome(operationId: string): Promise<readonly Schemas['ElementResult'][]> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, PENDING_EVERY_MS));
      const { data } = await this.api.GET('/groups/{groupID}/operations/{operationId}', {
        params: { path: { groupID: this.workspace, operationId } },
      });
      const { results } = data as { results?: Schemas['ElementResult'][] };
      if (results !== undefined) return results;
    }
  }

  private count({ rows }: Call, results: readonly Schemas['ElementResult'][]): void {
    const { sent, created, updated, refused } = this.now.peek();
    this.update({
      sent: sent + rows.length,
      created: created + results.filter(({ status }) => status === 'created').length,
      updated: updated + results.filter(({ status }) => status === 'updated').length,
      refused: [
        ...refused,
        ...results.flatMap(({ status, index, error }) =>
          status === 'rejected' ? [{ row: rows[index]!, detail: error?.detail ?? '' }] : [],
        ),
      ],
    });
  }

  /** Sends smaller calls if the server requires them. */
  private halve(): boolean {
    const [call] = this.calls;
    if (call === undefined || call.rows.length < 2) return false;
    const middle = Math.ceil(call.rows.length / 2);
    this.calls.splice(0, 1, callOf(call.rows.slice(0, middle)), callOf(call.rows.slice(middle)));
    return true;
  }

  private update(change: Partial<SendingProgress>): void {
    this.now.value = { ...this.now.peek(), ...change };
  }
}

export function callsOf(rows: readonly RowElement[]): Call[] {
  const calls: Call[] = [];
  let [from, characters] = [0, 0];
  rows.forEach(({ element }, at) => {
    const size = JSON.stringify(element).length;
    if (at > from && (at - from >= MAX_ELEMENTS || characters + size > MAX_CHARACTERS)) {
      calls.push(callOf(rows.slice(from, at)));
      [from, characters] = [at, 0];
    }
    characters += size;
  });
  if (from < rows.length) calls.push(callOf(rows.slice(from)));
  return calls;
}

const callOf = (rows: readonly RowElement[]): Call => ({ rows, key: crypto.randomUUID() });
