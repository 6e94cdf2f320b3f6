import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { createPool } from '#postgres/pool.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { shortestDays, shortHistories } from '../history/pieces/history-of-plans.js';
import { holdsMark, markOf } from '../history/pieces/holds-mark.js';
import { logStarts } from '../projecting/log-bounds.js';
import { ensureLikenessIndex } from '../search/index/likeness-index.js';
import { takeUpTexts } from '../search/index/object-texts.js';
import { CONSUMER } from '../storage/consumer.js';
import { DAY_MS, oldestPiece, partitionedTables } from '../storage/time-partitions.js';
import { sumUpCells } from '../tiles/counts/cell-counts.js';
import type { Compared, Difference } from './difference.js';
import { findDifferences } from './differences.js';
import { directoryNow, type FollowedDirectory } from './directory-now.js';
import { carryFeed } from './feed-carried.js';
import { carryHeldHistory, carryHeldSince, noteHoldsOfStates } from './held-history-carried.js';
import { NextSchemaReader } from './next-schema-reader.js';
import type { RebuildEnd, RebuildWork } from './rebuild-work.js';
import { carryEmittedEventIds, carryErasures, type CarryingRows, carryRows, forgetBefore, rememberBefore } from './rows-carried.js';
import { beginLike, formerOf, swapSchemas } from './swap-schemas.js';

const HOUR_MS = 3_600_000;
/** Tables to analyse: newly filled tables have no statistics for the plans of the comparison and of the first reads after the swap. */
const ANALYZED = ['object_state', 'erased_object', 'history', 'presence', 'feed_chunk', 'cell_count', 'cell_category_count', 'object_text'];

/** @param isBuilt whether the new projection is already complete, and was only refused before */
export async function buildNextSchema(work: RebuildWork, isBuilt: boolean): Promise<RebuildEnd> {
  const { config, mode, logger, report, schema, next, admin, signal, kept } = work;
  const since = new Date().toISOString();
  const reading = new NextSchemaReader(work);
  const carrying: CarryingRows = { schema, next, former: admin, pool: reading.pool, pieces: reading.pieces };
  let directory: FollowedDirectory | undefined;
  try {
    const truncated = isBuilt ? await isTruncatedBefore(work) : await prepare(work, reading, carrying);
    await reading.open();
    if (truncated && !isBuilt) await reading.readBases();
    reading.listen({ fillsGaps: truncated });
    await reading.caughtUp();
    const lost = isBuilt ? [] : await reading.unlessFailed(carryAll(work, reading, carrying, truncated));
    report('Summing up numbers by cell and taking up searched words …');
    await reading.unlessFailed(indexed(config, next, logger));
    for (const table of ANALYZED) await admin.query(`analyze ${next}.${table}`);
    report('Comparing row by row …');
    directory = await directoryNow({
      kafka: reading.source.kafka,
      topicPrefix: config.topicPrefix,
      clientId: `${config.instanceId}-rebuild-directory`,
      logger,
    });
    const { copy } = directory;
    signal?.throwIfAborted();
    const found = await findDifferences({
      pool: reading.pool,
      former: schema,
      next,
      since,
      ...leavingNow(copy, config),
      truncated,
      between: () => signal?.throwIfAborted(),
    });
    const differences = [...lost, ...found];
    if (mode === 'check') return { status: differences.length === 0 ? 'same' : 'differs', differences };
    if (differences.length > 0 && mode !== 'accept') return refused(report, differences);
    signal?.throwIfAborted();
    report('Swapping …');
    await reading.bases.remove();
    await reading.gaps.remove();
    await forgetBefore(carrying);
    // The projection that an earlier rebuild replaced is dropped to make room.
    await kept.drop(formerOf(schema));
    if (truncated) await noteHoldsOfStates(reading.pool, next);
    const holds = `${next}.held_object`;
    const before = { workspaces: copy.heldWorkspaces, objects: await holdsMark(admin, holds) };
    await carryHeldHistory(reading.pool, admin, { schema, next, ...before });
    await reading.pieces.stop();
    await swapSchemas(admin, schema, async (client) => {
      await reading.halt();
      await carryHeldSince(client, { schema, next, workspaces: copy.heldWorkspaces, objects: await markOf(client, holds) }, before);
      await kept.keep(formerOf(schema), 'former', config.rebuildKeptHours, client);
    });
    report('The new projection has taken the place of the old one.');
    return { status: differences.length === 0 ? 'same' : 'differs', differences };
  } finally {
    await directory?.close();
    await reading.close();
  }
}

function refused(report: RebuildWork['report'], differences: Difference[]): RebuildEnd {
  report(
    'Nothing was swapped because rows differ. Rows "only in the former" would be lost. The new projection ' +
      'is kept for now: --accept-differences swaps it in anyway.',
  );
  return { status: 'refused', differences };
}

/** @returns whether the log of events no longer has its beginning, or is not the log of the former projection */
async function prepare(
  { schema, next, admin }: RebuildWork,
  { bases, gaps, source }: NextSchemaReader,
  carrying: CarryingRows,
): Promise<boolean> {
  await bases.prepare();
  await gaps.prepare();
  await rememberBefore(carrying);
  await beginLike(admin, schema);
  const { rowCount } = await admin.query(`select from ${next}.partition_offset where consumer = $1 and log_shift > 0 limit 1`, [CONSUMER]);
  const truncated = (rowCount ?? 0) > 0 || [...(await logStarts(source)).values()].some((start) => start > 0);
  if (!truncated) await bases.remove();
  return truncated;
}

/** Whether an earlier run found the log truncated, and so there are bases. */
async function isTruncatedBefore({ next, admin }: RebuildWork): Promise<boolean> {
  const { rows } = await admin.query<{ there: boolean }>('select to_regclass($1) is not null as there', [`${next}.base_state`]);
  return rows[0]!.there;
}

/** Copies data that the former projection has and the logs no longer have. @returns objects whose newest state only the former one has */
async function carryAll(
  { report }: RebuildWork,
  reading: NextSchemaReader,
  carrying: CarryingRows,
  truncated: boolean,
): Promise<Difference[]> {
  const { bases, gaps } = reading;
  let lost: string[] = [];
  await carryEmittedEventIds(carrying);
  if (truncated) {
    await carryErasures(carrying);
    report(`${await bases.writeUntouched(gaps)} objects came from object.state alone; ${bases.unreadable} of its records were not states.`);
    lost = await gaps.findLostEnds(() => reading.caughtUp());
    report(`${await carryRows(carrying)} changes that the log of events no longer has were taken from the former projection.`);
  }
  await carryFeed(carrying);
  return lost.map((key) => ({ table: 'object_state', key, what: 'different' }));
}

/** Building the index of words takes longer than the statement timeout of the projection. */
async function indexed(config: Config, next: string, logger: Logger): Promise<void> {
  const pool = createPool({
    url: config.databaseUrl,
    schema: next,
    max: 1,
    applicationName: 'waymark-rebuild-index',
    statementTimeoutMs: HOUR_MS,
  });
  try {
    await indexAll(pool, logger);
  } finally {
    await pool.end();
  }
}

function leavingNow(
  copy: DirectoryCopy,
  { historyRetentionDays, feedRetentionDays }: Config,
): Pick<Compared, 'deleted' | 'histories' | 'oldest'> {
  const histories = shortHistories(copy, historyRetentionDays).map((short) => ({
    workspace: short.workspace,
    before: new Date(Date.now() - shortestDays(short) * DAY_MS).toISOString(),
  }));
  const [history] = partitionedTables({ historyDays: historyRetentionDays, feedDays: feedRetentionDays });
  return {
    deleted: [...copy.deletedWorkspaces.keys()],
    histories,
    oldest: new Date(oldestPiece(history!, Date.now()) * history!.widthDays * DAY_MS).toISOString(),
  };
}

/** Processes all queued changes, before the tables are read. */
async function indexAll(pool: Pool, logger: Logger): Promise<void> {
  for (let more = true; more;) more = (await sumUpCells(pool)).more;
  for (let more = true; more;) more = (await takeUpTexts(pool)).more;
  // Building the index afterwards, over all rows at once, costs a third.
  await ensureLikenessIndex(pool, logger, 'at-once');
}
