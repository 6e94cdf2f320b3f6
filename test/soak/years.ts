import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { createLogger } from '#telemetry/logger.js';
import { MIGRATIONS as AREA_MIGRATIONS } from '../../apps/area-service/src/storage/migrations.js';
import { leastOperationId } from '../../apps/object-service/src/commands/operation-time.js';
import { MIGRATIONS } from '../../apps/object-service/src/storage/migrations.js';
import { createOutcomePartitions, dropOutcomePartitions } from '../../apps/object-service/src/upkeep/outcome-partitions.js';
import { FeedReader } from '../../apps/projection-service/src/feed/feed-reader.js';
import { ObjectHistory } from '../../apps/projection-service/src/history/object-history.js';
import { HeldHistory } from '../../apps/projection-service/src/history/pieces/held-history.js';
import { shortHistories } from '../../apps/projection-service/src/history/pieces/history-of-plans.js';
import { retainPieces } from '../../apps/projection-service/src/history/pieces/piece-retention.js';
import { HistoryReader } from '../../apps/projection-service/src/history/query/history-reader.js';
import { KeptHistory } from '../../apps/projection-service/src/history/query/kept-history.js';
import { createProjectionDataSource } from '../../apps/projection-service/src/schema/projection-data-source.js';
import { CONSUMER } from '../../apps/projection-service/src/storage/consumer.js';
import { PieceKeeper } from '../../apps/projection-service/src/storage/piece-keeper.js';
import { createPieces, DAY_MS, partitionedTables, pieceOf } from '../../apps/projection-service/src/storage/time-partitions.js';
import { quarterOf } from '../../apps/report-service/src/folding/quarter.js';
import { ReportParameters } from '../../apps/report-service/src/http/report-parameters.js';
import { timeBuckets } from '../../apps/report-service/src/reporting/time-buckets.js';
import { trackingReport } from '../../apps/report-service/src/reporting/tracking-report.js';
import { REPORT_MIGRATIONS } from '../../apps/report-service/src/tables/migrations.js';
import { ObservationPieces } from '../../apps/report-service/src/tables/observation-pieces.js';
import { BatchedDeletes } from '../../apps/report-service/src/upkeep/batched-deletes.js';
import { MIGRATIONS as WEBHOOK_MIGRATIONS } from '../../apps/webhook-service/src/storage/migrations.js';
import { startDatabase } from './own-database.js';
import { VisitsAndAttempts } from './visits-and-attempts.js';

const WEEK_MS = 7 * DAY_MS;
const WORKSPACES = 20;
const OBJECTS = 2000;
const PARTITIONS = 6;
const CALLS = 20;
/**
 * From this week on every retention has deleted something and the space is reused: sums are kept for 400 days, and
 * deleted row by row.
 */
const STEADY_WEEK = 72;
const WINDOW = 12;
/** The factor allowed, after other work on the machine is accounted for. */
const SLOWER = 1.5;
const LARGER = 1.1;

const REFERENCE = 'select sum(hashtext(n::text)) from generate_series(1, 20000) n';

interface Week {
  upkeep: number;
  history: number;
  feed: number;
  report: number;
  visits: number;
  /** A statement that always does the same work: the speed of the machine at the time. */
  reference: number;
  /** MiB */
  disk: number;
}

const TITLES = {
  upkeep: 'upkeep of a week, ms',
  history: 'history of an object, ms',
  feed: 'page of the feed, ms',
  report: 'report of 30 days, ms',
  visits: 'visits of a day and attempts of a webhook, ms',
  reference: 'a fixed query, ms',
  disk: 'disk, MiB',
};

/**
 * Simulates years of an installation, week by week, with a simulated clock: each week's rows are added to the tables, the
 * upkeep of the services runs, and histories, the feed, reports, visits and the attempts of webhooks are read.
 * @returns whether the last weeks are as fast, and need as little disk, as the weeks when all retentions had just begun
 * to delete
 */
export async function years(count: number, rowsAWeek: number): Promise<boolean> {
  const directory = await mkdtemp(join(process.env.WAYMARK_SOAK_FOLDER ?? tmpdir(), 'waymark-years-'));
  const { server, url } = await startDatabase(directory);
  const pool = (schema: string): Pool => createPool({ url, schema, max: 8, applicationName: 'soak', plansByKey: schema !== 'reports' });
  const pools = {
    projection: pool('projection'),
    reports: pool('reports'),
    objects: pool('objects'),
    areas: pool('areas'),
    webhooks: pool('webhooks'),
  };
  try {
    for (const source of [
      createProjectionDataSource(url, 'projection'),
      createDataSource({ url, schema: 'reports', entities: [], migrations: REPORT_MIGRATIONS }),
      createDataSource({ url, schema: 'objects', entities: [], migrations: MIGRATIONS }),
      createDataSource({ url, schema: 'areas', entities: [], migrations: AREA_MIGRATIONS }),
      createDataSource({ url, schema: 'webhooks', entities: [], migrations: WEBHOOK_MIGRATIONS }),
    ]) {
      await migrate(source);
      await source.destroy();
    }
    return await live(pools, Math.round(count * 52), rowsAWeek);
  } finally {
    await Promise.all(Object.values(pools).map((each) => each.end()));
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function live(pools: Pools, weeks: number, rowsAWeek: number): Promise<boolean> {
  const end = Math.floor(Date.now() / WEEK_MS) * WEEK_MS;
  const installation = new Installation(pools, rowsAWeek);
  await installation.begin();
  const lived: Week[] = [];
  for (let week = 0; week < weeks; week++) {
    lived.push(await installation.week(end - (weeks - 1 - week) * WEEK_MS, week));
    if ((week + 1) % WINDOW === 0) console.log(`weeks ${week + 2 - WINDOW} to ${week + 1}: ${line(lived.slice(-WINDOW))}`);
  }
  const [steady, last] = [lived.slice(STEADY_WEEK, STEADY_WEEK + WINDOW), lived.slice(-WINDOW)];
  // Others use the machine as well, which slows all queries down alike.
  const speed = middle(last, 'reference') / middle(steady, 'reference');
  const worse = (Object.keys(TITLES) as (keyof Week)[]).filter(
    (key) => middle(last, key) > middle(steady, key) * (key === 'disk' ? LARGER : SLOWER * speed),
  );
  console.log(
    `weeks ${STEADY_WEEK + 1} to ${STEADY_WEEK + WINDOW}: ${line(steady)}\nthe last ${WINDOW}: ` +
      `${line(last)}\n${worse.length === 0 ? 'as at the beginning' : `WORSE: ${worse.map((key) => TITLES[key]).join('; ')}`}`,
  );
  return worse.length === 0;
}

const line = (weeks: readonly Week[]): string =>
  (Object.keys(TITLES) as (keyof Week)[]).map((key) => `${TITLES[key]} ${middle(weeks, key).toFixed(1)}`).join('; ');

function middle(weeks: readonly Week[], key: keyof Week): number {
  const values = weeks.map((week) => week[key]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

type Pools = Record<'projection' | 'reports' | 'objects' | 'areas' | 'webhooks', Pool>;

class Installation {
  private now = 0;
  private readonly tables = partitionedTables({ historyDays: 90, feedDays: 7 });
  private readonly copy = new DirectoryCopy();
  private readonly keeper: PieceKeeper;
  private readonly pieces: ObservationPieces;
  private readonly visits: VisitsAndAttempts;

  constructor(
    private readonly pools: Pools,
    private readonly rowsAWeek: number,
  ) {
    const held = new HeldHistory({ copy: this.copy, pool: pools.projection, appliedUntil: () => this.now });
    this.keeper = new PieceKeeper(
      pools.projection,
      this.tables,
      createLogger({ service: 'soak', instance: 'years', level: 'silent' }),
      held,
    );
    this.pieces = new ObservationPieces(pools.reports, 35);
    this.visits = new VisitsAndAttempts(pools, WORKSPACES, rowsAWeek / 10);
  }

  /** Creates workspaces with different retentions: half of them keep ten days, some keep thirty. */
  async begin(): Promise<void> {
    const { copy } = this;
    for (const [name, historyDays] of [
      ['brief', 10],
      ['middling', 30],
      ['whole', null],
    ] as const)
      copy.apply({ key: `plan:${name}`, revision: 1, body: { name, limits: { ...UNLIMITED, historyDays } } });
    for (let n = 0; n < WORKSPACES; n++)
      copy.apply({
        key: `workspace:w${n}`,
        revision: 1,
        body: {
          id: `w${n}`,
          name: `w${n}`,
          formerNames: [],
          createdAt: '2020-01-01T00:00:00.000Z',
          status: 'active',
          plan: n < 10 ? 'brief' : n < 14 ? 'middling' : 'whole',
        },
      });
    copy.markComplete();
    await this.pools.projection.query(
      'insert into partition_offset (consumer, partition, next_offset) select $1, n, 0 from generate_series(0, $2::int) n',
      [CONSUMER, PARTITIONS - 1],
    );
    await this.pools.reports.query(
      `insert into facet (workspace, digest, type, categories) select 'w' || n, 'd', 'van', '{}' from generate_series(0, $1::int) n`,
      [WORKSPACES - 1],
    );
    await this.visits.begin();
  }

  async week(now: number, week: number): Promise<Week> {
    this.now = now;
    await this.comesIn(week);
    const began = performance.now();
    await this.upkeep();
    const upkeep = performance.now() - began;
    return { upkeep, ...(await this.reads()), disk: await this.disk() };
  }

  private async comesIn(week: number): Promise<void> {
    const { now, rowsAWeek: rows, pools } = this;
    const since = now - WEEK_MS;
    const [history, , feed] = this.tables as [(typeof this.tables)[0], unknown, (typeof this.tables)[0]];
    await createPieces(pools.projection, history, [pieceOf(history, since), pieceOf(history, now)]);
    await createPieces(
      pools.projection,
      feed,
      Array.from({ length: 8 }, (_, day) => pieceOf(feed, since + day * DAY_MS)),
    );
    await this.pieces.ensure([since, now]);
    await createOutcomePartitions(pools.objects, now - DAY_MS);
    const at = `to_timestamp(${since / 1000} + n * ${WEEK_MS / 1000 / rows})`;
    const change =
      `'{"externalId":"o' || n % ${OBJECTS} || '","revision":' || n || ` +
      `',"type":"waymark.object.updated.v1","position":{"lat":53.41,"lon":-2.99}}'`;
    const workspace = `'w' || n % ${OBJECTS} % ${WORKSPACES}`;
    const series = `generate_series(0, ${rows - 1}) n`;
    await pools.projection.query(
      `insert into history select 'o' || n % ${OBJECTS}, ${week * rows} + n, ${workspace}, ${at}, ${at}, ${change} from ${series}`,
    );
    await pools.projection.query(
      `insert into feed_chunk select ${workspace}, n % ${PARTITIONS}, ${week * rows} + n, ${week * rows} + n, 1, ${at}, null,
        ${change} from ${series}`,
    );
    await pools.projection.query('update partition_offset set next_offset = $1', [(week + 1) * rows]);
    await pools.reports.query(
      `insert into observation (external_id, at, revision, facet, lat, lon)
        select 'o' || n % ${OBJECTS}, ${since}::bigint + n::bigint * ${Math.floor(WEEK_MS / rows)}, n, n % ${WORKSPACES} + 1,
        53.41, -2.99 from ${series}`,
    );
    await pools.reports.query(
      `insert into movement select f, q, 10, 0, 0, 1000, 1000, 1000, 1, null
        from generate_series(1, ${WORKSPACES}) f, generate_series(${quarterOf(since)}, ${quarterOf(now) - 1}) q`,
    );
    await this.visits.comeIn(since, now);
    await pools.objects.query(
      `insert into operation_outcome
        select ('${leastOperationId(now - DAY_MS).slice(0, 24)}' || lpad(to_hex(n), 12, '0'))::uuid, n % ${PARTITIONS},
        ${workspace}, 1, '{1}', '[[0,"o",1]]', null, to_timestamp(${(now - DAY_MS) / 1000}) from ${series}`,
    );
  }

  private async upkeep(): Promise<void> {
    const { now, pools, copy } = this;
    const [history] = this.tables as [(typeof this.tables)[0]];
    const stopping = new AbortController().signal;
    await this.keeper.dropOld(now);
    await retainPieces({
      pool: pools.projection,
      table: history,
      short: () => shortHistories(copy, 90),
      heldWorkspaces: () => [],
      now,
      stopping,
    });
    await this.pieces.keep(now);
    await new BatchedDeletes(pools.reports, Infinity, stopping).delete('movement', 'quarter < $1', [quarterOf(now - 400 * DAY_MS)]);
    await dropOutcomePartitions(pools.objects, now);
    await this.visits.upkeep(now);
  }

  /** The median time of each kind of read, in milliseconds. */
  private async reads(): Promise<Omit<Week, 'upkeep' | 'disk'>> {
    const { now, pools } = this;
    const kept = new KeptHistory(this.copy, 90, () => now);
    const [page, reader, feed] = [
      new ObjectHistory(pools.projection),
      new HistoryReader(pools.projection, kept),
      new FeedReader(pools.projection, PARTITIONS),
    ];
    const iso = (days: number): string => new Date(now - days * DAY_MS).toISOString();
    const each = async (call: (n: number) => Promise<unknown>): Promise<number> => {
      await call(0);
      const times: number[] = [];
      for (let n = 1; n <= CALLS; n++) {
        const began = performance.now();
        await call(n);
        times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b)[CALLS / 2]!;
    };
    const earliest = await feed.bound('earliest');
    return {
      history: await each(async (n) => {
        const [externalId, workspace] = [`o${19 + n * WORKSPACES}`, 'w19'];
        await page.page({ workspace, externalId, order: 'newest', shown: kept.shownSince(workspace) }, undefined, 100);
        const object = { externalId, type: null, position: { lat: 0, lon: 0, observedAt: iso(0) } };
        for await (const { isLast } of reader.lines({ workspace, from: iso(80), to: iso(0) }, [object])) if (isLast) return;
      }),
      feed: await each((n) => feed.page(`w${n % WORKSPACES}`, earliest, 100)),
      report: await each((n) =>
        trackingReport(pools.reports, `w${n % WORKSPACES}`, new ReportParameters({}, []), timeBuckets(new ReportParameters({}, []), now)),
      ),
      visits: await each((n) => this.visits.read(n, now)),
      reference: await each(() => pools.projection.query(REFERENCE)),
    };
  }

  private async disk(): Promise<number> {
    const { rows } = await this.pools.projection.query<{ mib: number }>(
      `select (sum(pg_total_relation_size(c.oid)) / 1048576)::float8 as mib from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'
        and n.nspname in ('projection', 'reports', 'objects', 'areas', 'webhooks')`,
    );
    return rows[0]!.mib;
  }
}
