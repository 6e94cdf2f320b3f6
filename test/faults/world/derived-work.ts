import { setTimeout as sleep } from 'node:timers/promises';
import { readEventLog } from '#testing/oracle/event-log.js';
import type { Finding, History, ServedChange } from '#testing/oracle/history.js';
import { judgeAreas } from '#testing/oracle/judge-areas.js';
import { judgeFeed } from '#testing/oracle/judge-changes.js';
import { judgeErasures } from '#testing/oracle/judge-erasures.js';
import { judgeReports } from '#testing/oracle/judge-reports.js';
import type { ApiReader } from '#testing/oracle/read-api.js';
import { readDerived } from '#testing/oracle/read-derived.js';
import type { RunningService } from '#testing/running-service.js';
import type { TestSpace } from '#testing/test-space.js';
import { WebhookReceiver } from '#testing/webhook-receiver.js';
import { AREAS_BETWEEN_POSITIONS } from '#testing/workload/areas-between-positions.js';

export interface DerivedOptions {
  space: TestSpace;
  workspaces: readonly string[];
  /** Returns a client of a gateway. */
  api: () => ApiReader;
  areaServices: readonly RunningService[];
  /** Whether the services' clocks go wrong: events caused by time alone are not required then, and signatures may be too old or too new. */
  clocksGoWrong: boolean;
  /** Opens a proxy to the receiver at the given `host:port`; returns its address. */
  wayToReceiver?: (address: string) => Promise<string>;
}

/** What was compared with the raw topics; a run without any of it would prove nothing. */
export interface DerivedJudgement {
  findings: Finding[];
  visits: number;
  deliveries: number;
}

/** The value of LATE_REPORTS of a world's area services. */
export const LATE_REPORTS = 256;
const KNOWN_MS = 30_000;
const POLL_MS = 50;

const BY_TIME = { dwellSeconds: 5, absentSeconds: 7 };

/** The areas, webhooks and reports of a world: created before the first position report, and judged when nothing happens any more. */
export class DerivedWork {
  private constructor(
    private readonly options: DerivedOptions,
    private readonly receiver: WebhookReceiver,
    private readonly receiverUrl: string,
  ) {}

  static async furnish(options: DerivedOptions): Promise<DerivedWork> {
    const receiver = await WebhookReceiver.start();
    try {
      const way = await options.wayToReceiver?.(new URL(receiver.url).host);
      const work = new DerivedWork(options, receiver, way === undefined ? receiver.url : `http://${way}`);
      for (const workspace of options.workspaces) await work.make(workspace);
      const wanted = options.workspaces.length * AREAS_BETWEEN_POSITIONS.length;
      for (const service of options.areaServices) await knowing(service, wanted);
      return work;
    } catch (error) {
      await receiver.close();
      throw error;
    }
  }

  private async make(workspace: string): Promise<void> {
    const { clocksGoWrong } = this.options;
    for (const area of AREAS_BETWEEN_POSITIONS)
      await this.post(workspace, 'areas', { confirmSeconds: 0, ...(!clocksGoWrong && BY_TIME), ...area });
    const path = `/${workspace}`;
    // Some messages fail and some take long, so that kills happen while messages are under way.
    this.receiver.behave(path, (call, response) => {
      if (call % 7 !== 0) return call % 3 === 0 ? 'late' : 'take';
      response.writeHead(503).end();
      return 'answered';
    });
    const { secret } = await this.post<{ secret: string }>(workspace, 'webhooks', { url: this.receiverUrl + path });
    if (!clocksGoWrong) this.receiver.knows(path, secret);
  }

  private async post<T>(workspace: string, what: string, body: object): Promise<T> {
    const { url, headers } = this.options.api();
    const response = await fetch(`${url}/groups/${workspace}/${what}`, {
      method: 'POST',
      headers: { ...headers(workspace), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`POST ${what} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  async judge(history: History): Promise<DerivedJudgement> {
    const { objects } = readEventLog(history.events);
    const derived = await readDerived(this.options.space, this.options.api(), this.options.workspaces);
    const areas = judgeAreas({ ...derived, window: LATE_REPORTS, asOf: Date.now(), clocksGoWrong: this.options.clocksGoWrong }, objects);
    const feeds = new Map(this.options.workspaces.map((workspace) => [workspace, this.delivered(workspace)]));
    const findings = [
      ...areas.findings,
      ...derived.reports.flatMap((report) => judgeReports(report, objects)),
      ...judgeErasures(derived.rows, derived.pendingBodies, objects),
      ...[...feeds]
        .flatMap(([workspace, changes]) => judgeFeed(workspace, changes, objects, { since: 'erasure' }))
        .map(({ rule, detail }) => ({ rule: `webhook-${rule}`, detail })),
      ...this.receiver.forged.map((path) => ({ rule: 'webhook-forged', detail: `a message to ${path} was signed with another secret` })),
    ];
    return { findings, visits: areas.judged, deliveries: [...feeds.values()].reduce((sum, changes) => sum + changes.length, 0) };
  }

  /**
   * Each message once, as for a receiver that remembers their ids. A message that announces a gap is a finding too,
   * because no change is too old here.
   */
  private delivered(workspace: string): ServedChange[] {
    const messages = new Map<string, ServedChange[]>();
    for (const { id, type, data } of this.receiver.of(`/${workspace}`))
      if (!messages.has(id)) messages.set(id, (data.changes as ServedChange[] | undefined) ?? [{ externalId: type, revision: 0 }]);
    return [...messages.values()].flat();
  }

  close(): Promise<void> {
    return this.receiver.close();
  }
}

/** Resolves when a copy of the service knows all areas: a report that comes before its area would be judged differently. */
async function knowing(service: RunningService, areas: number): Promise<void> {
  for (const deadline = performance.now() + KNOWN_MS; ; await sleep(POLL_MS)) {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    if (Number(/^waymark_areas(?:\{.*\})? (\S+)/m.exec(text)?.[1]) === areas) return;
    if (performance.now() > deadline) throw new Error(`An area service does not know all ${areas} areas after ${KNOWN_MS / 1000} s.`);
  }
}
