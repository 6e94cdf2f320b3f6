import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Api } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { onePerApp } from '../app/app.js';
import type { Session } from '../session/session.js';
import {
  nextToSend,
  type QueuedScan,
  type StoredScan,
  type Verdict,
  verdictOfAnswer,
  verdictOfProblem,
  waitBeforeRetry,
} from './queued-scan.js';
import { openScanStore, type ScanStore } from './scan-store.js';
import type { Outcome, Update } from './update.js';

const LOCK = 'waymark.scans';
const LOOK_EVERY_MS = 30_000;

/** The result of a scan so far. `queued`: it is stored on the device and will be sent as soon as possible. */
export type Submitted = Outcome | { is: 'queued'; key: string; problem: ApiProblem | undefined };

/**
 * All updates from scanning. Each is stored on the device first and then sent with its own key, in the order of scanning. Only one tab of
 * the browser sends at a time; the others see the results. Refused updates stay until somebody discards them.
 */
class ScanQueue {
  private readonly kept = signal<readonly StoredScan[]>([]);
  private readonly keeps = signal(true);
  /** All scans on this device, by anyone, for all workspaces. */
  readonly scans: ReadonlySignal<readonly StoredScan[]> = this.kept;
  /** False if the browser stores nothing beyond this page. */
  readonly persistent: ReadonlySignal<boolean> = this.keeps;
  private store: Promise<ScanStore> | undefined;
  /** Outcomes in this tab since it was opened, by key, for callers that wait for them. */
  private readonly settled = new Map<string, Outcome>();
  private readonly others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(LOCK);
  private retry: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private lastProblem: ApiProblem | undefined;

  constructor(
    private readonly session: Session,
    private readonly api: Api,
  ) {
    const drain = (): void => void this.drain();
    effect(() => {
      if (session.state.value.is === 'signed-in') drain();
    });
    addEventListener('online', drain);
    addEventListener('focus', drain);
    setInterval(drain, LOOK_EVERY_MS);
    if (this.others !== undefined) this.others.onmessage = () => void this.look();
  }

  /**
   * Stores an update and tries to send it. @returns its outcome, or that it is waiting. A refused update stays in the queue.
   * @param showsRefusal the caller shows a refusal at once while the update is still on the screen, so a refused update is not stored
   */
  async submit(workspace: string, update: Update, showsRefusal = false): Promise<Submitted> {
    const store = await this.opened();
    const scan: QueuedScan = { key: newKey(), workspace, subject: this.subject ?? '', update, at: Date.now() };
    const stored = await store.add(scan);
    await this.look();
    this.others?.postMessage('changed');
    await this.drain();
    const outcome = this.settled.get(scan.key);
    const still = (await store.all()).find(({ seq }) => seq === stored.seq);
    if (still?.rejected !== undefined && showsRefusal) await this.drop(stored.seq);
    if (outcome !== undefined) return outcome;
    if (still?.rejected !== undefined) return { is: 'rejected', ...still.rejected };
    if (still !== undefined) return { is: 'queued', key: scan.key, problem: this.lastProblem };
    // Another tab may have sent it meanwhile; the same key then returns the first outcome.
    const verdict = await this.send(scan);
    return verdict.then === 'done' ? verdict.outcome : { is: 'queued', key: scan.key, problem: verdict.problem };
  }

  /** The outcome of a scan that had to wait; undefined while it still waits. If another tab has sent it, only its acceptance is known. */
  outcomeOf(key: string): Outcome | undefined {
    const kept = this.scans.value.find((scan) => scan.key === key);
    if (kept === undefined) return this.settled.get(key) ?? { is: 'updated' };
    return kept.rejected && { is: 'rejected', ...kept.rejected };
  }

  /** Sends a refused scan again with a new key, because the old key would return the refusal. */
  async tryAgain(seq: number): Promise<void> {
    const store = await this.opened();
    const scan = (await store.all()).find((each) => each.seq === seq);
    if (scan === undefined) return;
    await store.put({ ...scan, rejected: undefined, key: newKey() });
    await this.changed();
    await this.drain();
  }

  async drop(seq: number): Promise<void> {
    await (await this.opened()).remove(seq);
    await this.changed();
  }

  /** Takes over another person's scans on this device, so that they can be sent. */
  async adopt(): Promise<void> {
    const { subject } = this;
    if (subject === undefined) return;
    const store = await this.opened();
    for (const scan of await store.all())
      if (scan.subject !== subject && scan.rejected === undefined) await store.put({ ...scan, subject });
    await this.changed();
    await this.drain();
  }

  /** Claim `sub` of the signed-in person. */
  get subject(): string | undefined {
    const state = this.session.state.value;
    return state.is === 'signed-in' ? state.who.subject : undefined;
  }

  /** Sends the waiting scans until all are sent or the server cannot be reached. */
  async drain(): Promise<void> {
    clearTimeout(this.retry);
    if (this.session.state.peek().is !== 'signed-in') return void (await this.look());
    await this.look();
    if (this.next(this.kept.peek()) === undefined) return;
    // Without locks (on an insecure origin), two tabs may send the same scan; because of its key, it counts once.
    const locks = navigator.locks as LockManager | undefined;
    await (locks === undefined ? this.drainAlone() : locks.request(LOCK, () => this.drainAlone()));
  }

  private async drainAlone(): Promise<void> {
    const store = await this.opened();
    for (;;) {
      const scan = this.next(await store.all());
      if (scan === undefined) break;
      const verdict = await this.send(scan);
      if (verdict.then === 'wait') {
        this.lastProblem = verdict.problem;
        this.failures += 1;
        this.retry = setTimeout(() => void this.drain(), waitBeforeRetry(this.failures, verdict.seconds));
        break;
      }
      this.failures = 0;
      this.settled.set(scan.key, verdict.outcome);
      if (verdict.outcome.is === 'rejected')
        await store.put({ ...scan, rejected: { code: verdict.outcome.code, detail: verdict.outcome.detail } });
      else await store.remove(scan.seq);
      await this.changed();
    }
  }

  private async send({ key, workspace, update }: QueuedScan): Promise<Verdict> {
    try {
      const { data } = await this.api.POST('/groups/{groupID}/externalObjects', {
        params: { path: { groupID: workspace }, header: { 'Idempotency-Key': key } },
        body: [update],
      });
      return verdictOfAnswer(data);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      return verdictOfProblem(error);
    }
  }

  private next(scans: readonly StoredScan[]): StoredScan | undefined {
    const state = this.session.state.peek();
    return state.is === 'signed-in'
      ? nextToSend(
          scans,
          state.who.subject,
          state.who.workspaces.map(({ id }) => id),
        )
      : undefined;
  }

  private async changed(): Promise<void> {
    await this.look();
    this.others?.postMessage('changed');
  }

  private async look(): Promise<void> {
    this.kept.value = await (await this.opened()).all();
  }

  private opened(): Promise<ScanStore> {
    this.store ??= openScanStore().then((store) => {
      this.keeps.value = store.persistent;
      return store;
    });
    return this.store;
  }
}

/** Updates from scanning, stored on the device until the server has them. Sending starts with the first use. */
export const scanQueueOf = onePerApp(({ session, api }) => new ScanQueue(session, api));

/** Similar to a UUID, but also available on an insecure origin, where `crypto.randomUUID` is missing. */
function newKey(): string {
  return `scan-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
