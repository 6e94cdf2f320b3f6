import type { Pool } from 'pg';
import { AreaCopy } from '#areas/area-copy.js';
import type { AreaRecord } from '#contracts/areas/area-record.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { textIn } from '#postgres/packed-text.js';
import type { Finding } from '#testing/oracle/history.js';
import { type EmittedAreaEvent, judgeAreas, type KeptVisit } from '#testing/oracle/judge-areas.js';
import type { TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { eventsOfPayload } from '../../../src/storage/outbox.js';
import { EventLog } from './event-log.js';
import { JudgingProcess, WINDOW, type World } from './judging-process.js';
import { AREAS, PARTITIONS, randomReports } from './random-reports.js';

/** A step that takes longer hangs: nothing that it waits for comes. */
const STUCK_MS = 20_000;
const MAX_STEPS = 4000;
const RETENTION_MS = 60;
const STORED = 'insert into area (area_id, workspace, revision, outline_revision, body, updated_at) values ($1, $2, $3, $3, $4, now())';

/** Keeps what was committed, since rows of the outbox are deleted some time after their events were published. */
export const KEEP_COMMITTED = `
  create table committed (partition int, id bigint, body bytea);
  create function keep_committed() returns trigger language plpgsql as $$
    begin insert into committed values (new.partition, new.id, new.body); return null; end $$;
  create trigger keep_committed after insert on outbox for each row execute function keep_committed()`;

export interface Replayed {
  findings: Finding[];
  /** Pairs of an object and an area with visits. */
  judged: number;
}

/** Judges random reports in processes that fail at random, and compares events and visits with a recount from the reports. */
export async function replay(seed: number, space: TestSpace, pool: Pool, tally: Map<string, number>): Promise<Replayed> {
  await pool.query('truncate track, visit, outbox, partition_offset, judge, area, area_box, committed');
  const random = new Random(seed);
  const reports = randomReports(random.fork());
  const world: World = {
    databaseUrl: space.databaseUrl,
    schema: space.schemas.area,
    copy: await knownAreas(pool),
    reports: reports.logs,
    log: new EventLog(PARTITIONS),
    unitRecords: random.pick([1, 5]),
    retentionMs: RETENTION_MS,
    random,
    tally,
  };
  const group = new Group(world);
  try {
    await group.work();
    await group.finish();
    const history = { areas: AREAS, emitted: emittedEvents(world.log), kept: await keptVisits(pool), window: WINDOW, asOf: Date.now() };
    const { findings, judged } = judgeAreas(history, reports.objects);
    return { findings: [...findings, ...(await publishedOutOfOrder(pool, world.log))], judged };
  } finally {
    await group.end();
  }
}

/** The processes among which the partitions are divided, and those that left without noticing it. */
class Group {
  private members: JudgingProcess[] = [];
  private readonly suspended: JudgingProcess[] = [];
  private readonly all: JudgingProcess[] = [];
  private readonly rate: number;

  constructor(private readonly world: World) {
    this.rate = world.random.pick([0.005, 0.02, 0.04]);
  }

  /** Until all reports were delivered. */
  async work(): Promise<void> {
    const { random, log } = this.world;
    for (let step = 0; step < MAX_STEPS; step++) {
      if (this.members.length === 0) await this.join();
      if (this.members.every(({ isThrough }) => isThrough)) return;
      const some = random.pick(this.members);
      const action = random.integer(1, 100);
      if (action <= 62) await this.run(some, () => some.deliver());
      else if (action <= 74) await this.run(some, () => some.judge.publishDue());
      else if (action <= 80) await this.run(some, () => some.judge.followChanges());
      else if (action <= 87) await this.run(some, () => some.outbox.tidy());
      else if (action <= 90) await this.fail(some);
      else if (action <= 92 && this.members.length < PARTITIONS) await this.join();
      else if (action <= 97) this.wakeOne();
      else if (action > 97) {
        this.count('power');
        log.lose(() => performance.now() - random.next() * RETENTION_MS * 0.8);
      }
    }
    throw new Error(`The reports were not judged after ${MAX_STEPS} steps.`);
  }

  /** A process without faults takes over and does what is left. */
  async finish(): Promise<void> {
    for (const each of this.suspended) each.life.resume();
    for (const each of this.all) await each.kill();
    const last = new JudgingProcess(this.world, 0, 0);
    this.all.push(last);
    const partitions = Array.from({ length: PARTITIONS }, (_unused, partition) => partition);
    const until = async (work: () => Promise<boolean>): Promise<void> => {
      while (await work());
    };
    await inTime(
      (async () => {
        await last.assign(partitions);
        // A unit may be empty although more records follow.
        while (!last.isThrough) await last.deliver();
        await until(() => last.judge.followChanges());
        await until(() => last.judge.publishDue());
        await until(() => last.judge.publishDue());
      })(),
    );
  }

  async end(): Promise<void> {
    for (const each of this.all) await each.kill();
  }

  private async join(): Promise<void> {
    this.count('join');
    const { random } = this.world;
    const started = new JudgingProcess(this.world, this.rate, random.pick([0, 20, 1e9]));
    this.all.push(started);
    this.members.push(started);
    await this.rebalance();
  }

  private async fail(some: JudgingProcess): Promise<void> {
    this.count('crash');
    this.members = this.members.filter((each) => each !== some);
    await some.kill();
    if (this.members.length > 0) await this.rebalance();
  }

  private wakeOne(): void {
    const woken = this.suspended.shift();
    if (woken === undefined) return;
    this.count('resumed');
    woken.life.resume();
  }

  /** Divides the partitions again; members that fail meanwhile leave. */
  private async rebalance(): Promise<void> {
    const { random } = this.world;
    for (;;) {
      const partitions = Array.from({ length: PARTITIONS }, (_unused, partition) => partition);
      const parts = this.members.map((): number[] => []);
      for (const partition of partitions) random.pick(parts).push(partition);
      const before = this.members.length;
      for (const [index, member] of [...this.members].entries()) {
        let taken = await this.tried(member, () => member.assign(parts[index]!));
        while (taken === 'failed' || taken === 'lost') taken = await this.tried(member, () => member.assign(parts[index]!));
      }
      if (this.members.length === before || this.members.length === 0) return;
    }
  }

  private async run(some: JudgingProcess, work: () => Promise<unknown>): Promise<void> {
    const outcome = await this.tried(some, work);
    if ((outcome === 'stalled' || outcome === 'lost' || some.mustRewind) && this.members.length > 0) await this.rebalance();
  }

  private async tried(some: JudgingProcess, work: () => Promise<unknown>): Promise<'done' | 'failed' | 'lost' | 'stalled'> {
    const done = work().then(
      () => 'done' as const,
      (error: unknown) => (error instanceof OwnershipLostError ? ('lost' as const) : ('failed' as const)),
    );
    const outcome = await inTime(Promise.race([done, some.life.stalled.then(() => 'stalled' as const)]));
    if (outcome === 'stalled') {
      this.members = this.members.filter((each) => each !== some);
      if (!some.life.isDead) this.suspended.push(some);
    }
    return outcome;
  }

  private count(fault: string): void {
    const { tally } = this.world;
    tally.set(fault, (tally.get(fault) ?? 0) + 1);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`A step took longer than ${STUCK_MS / 1000} s.`)), STUCK_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function knownAreas(pool: Pool): Promise<AreaCopy> {
  const copy = new AreaCopy();
  for (const [index, raw] of AREAS.entries()) {
    const { areaId, workspace, createdAt } = raw;
    const revision = index + 1;
    const times = { createdAt, updatedAt: createdAt, outlineUpdatedAt: createdAt };
    const area = { ...raw, name: areaId, confirmSeconds: 0, revision, outlineRevision: revision, ...times } as unknown as AreaRecord;
    copy.apply({ areaId, workspace, revision, area });
    await pool.query(STORED, [areaId, workspace, revision, JSON.stringify(area)]);
  }
  copy.markComplete();
  return copy;
}

function emittedEvents(log: EventLog): EmittedAreaEvent[] {
  return log.records.map(({ headers, value }) => {
    const { at, visitStartedAt, ...rest } = JSON.parse(String(value)) as Omit<EmittedAreaEvent, 'at'> & {
      at: string;
      visitStartedAt: string;
    };
    const kind = String(headers!['ce_type']).split('.')[2] as EmittedAreaEvent['kind'];
    return { ...rest, kind, at: Date.parse(at), startedAt: Date.parse(visitStartedAt) };
  });
}

/** The events of each partition must be published in the order of their commits, without regard to repetitions. */
async function publishedOutOfOrder(pool: Pool, log: EventLog): Promise<Finding[]> {
  const { rows } = await pool.query<{ partition: number; body: Buffer }>('select partition, body from committed order by partition, id');
  return Array.from({ length: PARTITIONS }, (_unused, partition) => partition).flatMap((partition) => {
    const committed = rows.filter((row) => row.partition === partition).flatMap(({ body }) => eventsOfPayload(textIn(body)));
    const wanted = committed.map(({ event }) => event.eventId);
    const idsOf = log.records.filter((record) => record.partition === partition).map(({ value }) => String(value));
    const published = [...new Set(idsOf.map((text) => (JSON.parse(text) as { eventId: string }).eventId))];
    const at = wanted.findIndex((id, index) => published[index] !== id);
    if (at < 0 && published.length === wanted.length) return [];
    return [
      { rule: 'area-order', detail: `partition ${partition}, event ${at}: ${published.length} published, ${wanted.length} committed` },
    ];
  });
}

async function keptVisits(pool: Pool): Promise<KeptVisit[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select area_id as "areaId", external_id as "externalId", started_at as "startedAt", ended_at as "endedAt", dwelt_at as "dweltAt",
       absent_at as "absentAt" from visit`,
  );
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, value instanceof Date ? value.getTime() : value]])),
      ) as unknown as KeptVisit,
  );
}
