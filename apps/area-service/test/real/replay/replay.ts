import type { Pool } from 'pg';
import { AreaCopy } from '#areas/area-copy.js';
import type { AreaRecord } from '#contracts/areas/area-record.js';
import { textIn } from '#postgres/packed-text.js';
import { ProcessGroup } from '#testing/failing-processes/process-group.js';
import type { Replayed } from '#testing/failing-processes/replay-seeds.js';
import type { Finding } from '#testing/oracle/history.js';
import { judgeAreas } from '#testing/oracle/judge-areas.js';
import { emittedOf, keptVisits } from '#testing/oracle/read-derived.js';
import type { TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { eventsOfPayload } from '../../../src/storage/outbox.js';
import { EventLog } from './event-log.js';
import { JudgingProcess, WINDOW, type World } from './judging-process.js';
import { ALL_PARTITIONS, AREAS, randomReports } from './random-reports.js';

const RETENTION_MS = 60;
const STORED = 'insert into area (area_id, workspace, revision, outline_revision, body, updated_at) values ($1, $2, $3, $3, $4, now())';

/** Keeps what was committed, since rows of the outbox are deleted some time after their events were published. */
export const KEEP_COMMITTED = `
  create table committed (partition int, id bigint, body bytea);
  create function keep_committed() returns trigger language plpgsql as $$
    begin insert into committed values (new.partition, new.id, new.body); return null; end $$;
  create trigger keep_committed after insert on outbox for each row execute function keep_committed()`;

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
    log: new EventLog(ALL_PARTITIONS.length),
    unitRecords: random.pick([1, 5]),
    retentionMs: RETENTION_MS,
    random,
    tally,
  };
  const group = judgingGroup(world);
  try {
    await group.work();
    await group.finish(doWhatIsLeft);
    const history = {
      areas: AREAS,
      emitted: world.log.records.map(emittedOf),
      kept: await keptVisits(pool, 'visit'),
      window: WINDOW,
      asOf: Date.now(),
    };
    const { findings, judged } = judgeAreas(history, reports.objects);
    return { findings: [...findings, ...(await publishedOutOfOrder(pool, world.log))], judged };
  } finally {
    await group.end();
  }
}

function judgingGroup(world: World): ProcessGroup<JudgingProcess> {
  const { random, tally } = world;
  return new ProcessGroup({
    partitions: ALL_PARTITIONS,
    random,
    tally,
    start: (rate) => new JudgingProcess(world, rate, rate === 0 ? 0 : random.pick([0, 20, 1e9])),
    work: [
      { weight: 62, run: (some) => some.deliver() },
      { weight: 12, run: ({ judge }) => judge.publishDue() },
      { weight: 6, run: ({ judge }) => judge.followChanges() },
      { weight: 7, run: ({ outbox }) => outbox.tidy() },
    ],
    disturbances: [{ weight: 3, run: () => powerFailure(world) }],
  });
}

async function powerFailure({ random, tally, log, retentionMs }: World): Promise<void> {
  tally.set('power', (tally.get('power') ?? 0) + 1);
  log.lose(() => performance.now() - random.next() * retentionMs * 0.8);
}

async function doWhatIsLeft(last: JudgingProcess): Promise<void> {
  const until = async (work: () => Promise<boolean>): Promise<void> => {
    while (await work());
  };
  // A unit may be empty although more records follow.
  while (!last.isThrough) await last.deliver();
  await until(() => last.judge.followChanges());
  await until(() => last.judge.publishDue());
  await until(() => last.judge.publishDue());
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

/** The events of each partition must be published in the order of their commits, without regard to repetitions. */
async function publishedOutOfOrder(pool: Pool, log: EventLog): Promise<Finding[]> {
  const { rows } = await pool.query<{ partition: number; body: Buffer }>('select partition, body from committed order by partition, id');
  return ALL_PARTITIONS.flatMap((partition) => {
    const committed = rows.filter((row) => row.partition === partition).flatMap(({ body }) => eventsOfPayload(textIn(body)));
    const wanted = committed.map(({ event }) => event.eventId);
    const records = log.records.filter((record) => record.partition === partition);
    const published = [...new Set(records.map((record) => emittedOf(record).eventId))];
    const at = wanted.findIndex((id, index) => published[index] !== id);
    if (at < 0 && published.length === wanted.length) return [];
    return [
      { rule: 'area-order', detail: `partition ${partition}, event ${at}: ${published.length} published, ${wanted.length} committed` },
    ];
  });
}
