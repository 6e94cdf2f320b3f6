import { setTimeout as sleep } from 'node:timers/promises';
import { type ContinuedLog, continuedLog, type Succession } from '#testing/oracle/continued-log.js';
import type { Call, EventRecord, Finding, HeldObject, History, StateReading } from '#testing/oracle/history.js';
import { judge } from '#testing/oracle/judge.js';
import { lookUpOperation, readList } from '#testing/oracle/read-api.js';
import { Simulation } from '#testing/simulator/clients.js';
import { settle } from '#testing/simulator/settle.js';
import { racedIds } from '#testing/workload/commands.js';
import type { Bookmark, DrilledInstallation } from './drilled-installation.js';

const CLIENTS = 6;
const IDS = 60;
const TIMEOUT_MS = 15_000;
const SETTLE_MS = 30_000;
/** Everything must be caught up after this time. */
const QUIET_MS = 45_000;
const LOOK_EVERY_MS = 500;

/** All calls and events of the objects of a workspace, through a chain of installations. */
export class DrillRecord {
  private calls: Call[] = [];
  /** All events of the present installation so far; right after its beginning, those of the former one. */
  private events: EventRecord[] = [];
  /** How the present installation followed on the former one; undefined for the first one. */
  private succession: Succession | undefined;
  private simulation: Simulation | undefined;
  private hasMoved = false;

  constructor(
    private readonly workspace: string,
    readonly token: string,
  ) {}

  get acknowledged(): number {
    return this.calls.flatMap(({ answers }) => answers).filter(({ outcome }) => outcome === 'applied').length;
  }

  /** Random clients, which erase objects and put them under a legal hold as well. */
  load(at: DrilledInstallation, seed: number): void {
    this.simulation = new Simulation({
      seed,
      clients: CLIENTS,
      workspaces: [this.workspace],
      erasing: [this.workspace],
      ids: racedIds(IDS, 'd'),
      maxElements: 8,
      maxPauseMs: 400,
      urls: () => [at.url],
      token: () => this.token,
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** Stops the clients, and waits until every accepted operation is decided. */
  async stopLoad(at: DrilledInstallation): Promise<void> {
    this.calls.push(...(await this.simulation!.stop()));
    await settle(this.calls, (call) => lookUpOperation(at.api(this.token), call.workspace, call.publicOperationId!), SETTLE_MS);
  }

  /**
   * The present installation is followed by another one.
   * @param isKept whether it must have the outcome of a call; any other call may or may not have been applied
   */
  continue(succession: Succession, isKept: (call: Call) => boolean = () => true): void {
    this.succession = succession;
    this.hasMoved ||= succession === 'moved';
    this.calls = this.calls.map((call) =>
      isKept(call)
        ? call
        : { ...call, answers: call.answers.map((answer) => (answer.outcome === 'refused' ? answer : { outcome: 'unknown' })) },
    );
  }

  /**
   * Waits until an installation has caught up, and judges it.
   * @param formerAddress after a move: where the workspace must look the same
   */
  async judge(at: DrilledInstallation, bookmarks: readonly Bookmark[] = [], formerAddress?: DrilledInstallation): Promise<Finding[]> {
    for (const deadline = performance.now() + QUIET_MS; ; await sleep(LOOK_EVERY_MS)) {
      const findings = await this.look(at, bookmarks, formerAddress).catch((error: unknown) => [
        { rule: 'not-readable', detail: String(error) },
      ]);
      if (findings.length === 0 || performance.now() > deadline) return findings;
    }
  }

  /** Reads the log of an installation that the workspace has left, up to its last change there. */
  async readLog(at: DrilledInstallation): Promise<Finding[]> {
    for (const deadline = performance.now() + QUIET_MS; ; await sleep(LOOK_EVERY_MS)) {
      const history = await at.history(this.token, this.calls);
      const { events } = this.continued(history);
      const last = new Map(events.map(({ externalId, revision }) => [externalId, revision]));
      const missing = [...objectTable(history)].filter(([id, { revision }]) => last.get(id) !== revision).map(([id]) => id);
      if (missing.length === 0) {
        this.events = events;
        return [];
      }
      if (performance.now() > deadline) return [{ rule: 'log-incomplete', detail: `events are missing of ${missing.join(', ')}` }];
    }
  }

  private continued(history: History): ContinuedLog {
    const { events, succession, calls } = this;
    if (succession === undefined) return { events: history.events, findings: [], repeated: [] };
    return continuedLog(events, history.events, { held: objectTable(history), calls, succession });
  }

  private async look(at: DrilledInstallation, bookmarks: readonly Bookmark[], formerAddress?: DrilledInstallation): Promise<Finding[]> {
    const history = await at.history(this.token, this.calls);
    const { events, findings, repeated } = this.continued(history);
    findings.push(
      ...judge(
        {
          ...history,
          calls: [...this.calls, ...repeated],
          events,
          readings: [...history.readings, ...(formerAddress ? [await this.seenThrough(formerAddress)] : [])],
        },
        { since: this.hasMoved ? 'creation' : 'beginning' },
      ),
    );
    for (const bookmark of bookmarks) findings.push(...(await at.judgeBookmark(this.token, bookmark)));
    if (findings.length === 0) {
      this.events = events;
      this.calls.push(...repeated);
    }
    return findings;
  }

  private async seenThrough(former: DrilledInstallation): Promise<StateReading> {
    return {
      place: 'GET externalObjects at the former address',
      objects: await readList(former.api(this.token), [this.workspace]),
      tombstones: false,
      erasures: false,
      holds: false,
    };
  }
}

const objectTable = ({ readings }: History): ReadonlyMap<string, HeldObject> =>
  readings.find(({ place }) => place === 'object table')!.objects;
