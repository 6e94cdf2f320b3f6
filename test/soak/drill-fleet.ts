import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#testing/workload/random.js';

const WORKSPACE = 'demo';
const IDS_A_CLIENT = 12;
const CALL_TIMEOUT_MS = 10_000;
const PAUSE_MS = 150;
/** The latitude counts the updates of an object, so each position identifies one. */
const DEGREES_A_STEP = 0.001;

/** One action of a client on an object. */
interface Step {
  /** The number encoded in the position; undefined: the object was erased. */
  number?: number;
  /** When the call was answered with 202 or 200 (ms since 1970); Infinity: not yet. */
  acknowledgedAt: number;
  /** The same for the answer that says that the action is applied. */
  appliedAt: number;
}

interface FeedLine {
  externalId: string;
  revision: number;
}

/** A place in the feed, and what a client has seen up to it. */
export interface Bookmark {
  cursor: string;
  seen: ReadonlySet<string>;
}

/**
 * The steps of one object. Each object has one client, which does one step after the other, so each prefix of the steps
 * is a state that the object has had.
 */
interface Track {
  id: string;
  steps: Step[];
  /** Number of steps that were judged earlier: the object has them. */
  settled: number;
}

/** Clients of one installation that record what was acknowledged, and compare a restored installation with it. */
export class DrillFleet {
  private readonly tracks: Track[][];
  private readonly findings: string[] = [];
  private stopping = false;
  private running: Promise<unknown> = Promise.resolve();
  acknowledged = 0;

  constructor(
    private readonly random: Random,
    private url: string,
    private readonly token: string,
    clients: number,
  ) {
    this.tracks = Array.from({ length: clients }, (_, client) =>
      Array.from({ length: IDS_A_CLIENT }, (__, n) => ({ id: `drill-${client}-${n}`, steps: [], settled: 0 })),
    );
  }

  start(url = this.url): void {
    this.url = url;
    this.stopping = false;
    this.running = Promise.all(this.tracks.map((own) => this.work(own, this.random.fork())));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async work(own: readonly Track[], random: Random): Promise<void> {
    while (!this.stopping) {
      if (random.chance(0.05)) await this.erase(random.pick(own));
      else await this.post([...new Set(Array.from({ length: random.integer(1, 6) }, () => random.pick(own)))], random.chance(0.5));
      await sleep(random.integer(0, PAUSE_MS));
    }
  }

  private async post(tracks: readonly Track[], isAsync: boolean): Promise<void> {
    const steps = tracks.map((track) => begin(track, (track.steps.findLast(({ number }) => number !== undefined)?.number ?? 0) + 1));
    const body = tracks.map(({ id }, at) => ({
      externalId: id,
      locationUpdate: { newPosition: { lat: steps[at]!.number! * DEGREES_A_STEP, lon: 7 } },
      initialExternalObject: { title: id },
    }));
    const status = await this.persist('externalObjects', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: isAsync ? { prefer: 'respond-async' } : {},
    });
    if (status !== 200 && status !== 202) this.findings.push(`a call with ${tracks.map(({ id }) => id).join(', ')} was answered ${status}`);
    note(steps, status);
    this.acknowledged += steps.length;
  }

  private async erase(track: Track): Promise<void> {
    const isThere = track.steps.length > 0 && track.steps.at(-1)!.number !== undefined;
    if (!isThere) return;
    const step = begin(track);
    const status = await this.persist(`externalObjects/${track.id}`, { method: 'DELETE' });
    if (status !== 200 && status !== 202) this.findings.push(`the erasure of ${track.id} was answered ${status}`);
    note([step], status);
    this.acknowledged++;
  }

  /** Repeats a call with the same key until its answer is neither 503 nor 409. */
  private async persist(path: string, init: RequestInit): Promise<number> {
    for (const key = randomUUID(); ; await sleep(200)) {
      const status = await this.call(path, { ...init, headers: { ...init.headers, 'idempotency-key': key } }).then(
        async (answer) => (await answer.text(), answer.status),
        () => 503,
      );
      // 409: an earlier attempt of the same call is still in progress, and will have an answer.
      if (status !== 503 && status !== 409) return status;
    }
  }

  private call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...init.headers };
    return fetch(`${this.url}/groups/${WORKSPACE}/${path}`, { ...init, headers, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  }

  /** Reads the whole feed, from a cursor or from its beginning; undefined: the cursor is refused with 410. */
  private async feed(from = 'earliest'): Promise<{ lines: FeedLine[]; cursor: string } | undefined> {
    const lines: FeedLine[] = [];
    for (let cursor = from; ;) {
      const answer = await this.call(`changes?cursor=${cursor}&limit=1000`);
      if (answer.status === 410) return undefined;
      if (!answer.ok) throw new Error(`The feed answers ${answer.status}: ${await answer.text()}`);
      const page = (await answer.json()) as { changes: FeedLine[]; cursor: string; more: boolean };
      lines.push(...page.changes);
      cursor = page.cursor;
      if (!page.more) return { lines, cursor };
    }
  }

  async bookmark(): Promise<Bookmark> {
    const { lines, cursor } = (await this.feed())!;
    return { cursor, seen: new Set(lines.map(named)) };
  }

  /**
   * Judges a restored installation, whose clients have stopped, and continues with its state.
   * @param isKept whether the installation has to have a step
   * @param isErased whether an erasure after the restored state has to be repeated
   */
  async judge(
    url: string,
    {
      isKept,
      isErased,
      bookmarks,
    }: { isKept: (step: Readonly<Step>) => boolean; isErased: (step: Readonly<Step>) => boolean; bookmarks: readonly Bookmark[] },
  ): Promise<string[]> {
    this.url = url;
    const all = this.tracks.flat();
    const plain = new Set<string>();
    for (const track of all) {
      const least = Math.max(track.settled, track.steps.findLastIndex(isKept) + 1);
      const allowed = track.steps
        .map((_, at) => at + 1)
        .concat(0)
        .filter((count) => count >= least);
      const number = await this.numberOf(track.id);
      const found = allowed.filter(
        (count) =>
          (track.steps.slice(count).some((step) => step.number === undefined && isErased(step))
            ? undefined
            : track.steps[count - 1]?.number) === number,
      );
      if (found.length === 0)
        this.findings.push(
          `${track.id} has ${number ?? 'nothing'}; it had ` +
            `${track.steps.map(({ number: n }) => n ?? 'erased').join(' ')}, of which at least ${least} steps had ` +
            'to be there',
        );
      if (track.steps.every((step) => step.number !== undefined) && number !== undefined) plain.add(track.id);
      // What the restore erased again stays erased; changes after the restored state never happened.
      track.steps =
        number === undefined ? [...track.steps.slice(0, least), begin({ steps: [] })] : track.steps.slice(0, Math.max(...found, 0));
      track.settled = track.steps.length;
    }
    await this.judgeFeed(plain, bookmarks);
    return this.findings.splice(0);
  }

  private async numberOf(id: string): Promise<number | undefined> {
    const answer = await this.call(`externalObjects/${id}`);
    if (answer.status === 404) return undefined;
    const { position } = (await answer.json()) as { position: { lat: number } };
    return Math.round(position.lat / DEGREES_A_STEP);
  }

  /**
   * Each change of an object that was never erased must be in the feed once; a cursor must either lead to all changes that
   * its client has not seen, or be refused.
   */
  private async judgeFeed(ids: ReadonlySet<string>, bookmarks: readonly Bookmark[]): Promise<void> {
    const lines = (await this.feed())!.lines.filter(({ externalId }) => ids.has(externalId));
    for (const [id, own] of Map.groupBy(lines, ({ externalId }) => externalId)) {
      if (own.some(({ revision }, at) => revision !== at + 1))
        this.findings.push(`the feed has the revisions ${own.map(({ revision }) => revision).join(' ')} of ${id}`);
    }
    for (const { cursor, seen } of bookmarks) {
      const rest = await this.feed(cursor);
      if (rest === undefined) continue;
      const shown = new Set(rest.lines.map(named));
      const missing = lines.map(named).filter((name) => !seen.has(name) && !shown.has(name));
      if (missing.length > 0) this.findings.push(`a cursor leaves out ${missing.length} changes, such as ${missing[0]}`);
    }
  }
}

const named = ({ externalId, revision }: FeedLine): string => `${externalId}@${revision}`;

function begin(track: Pick<Track, 'steps'>, number?: number): Step {
  const step: Step = { ...(number !== undefined && { number }), acknowledgedAt: Infinity, appliedAt: Infinity };
  track.steps.push(step);
  return step;
}

function note(steps: readonly Step[], status: number): void {
  const now = Date.now();
  for (const step of steps) {
    step.acknowledgedAt = now;
    if (status === 200) step.appliedAt = now;
  }
}
