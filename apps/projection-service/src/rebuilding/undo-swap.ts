import { logStarts } from '../projecting/log-bounds.js';
import { CONSUMER } from '../storage/consumer.js';
import { NextSchemaReader } from './next-schema-reader.js';
import type { RebuildEnd, RebuildWork } from './rebuild-work.js';
import { formerOf, numberedDifferently, swapSchemas } from './swap-schemas.js';

/**
 * Swaps back the projection that the last rebuild replaced, after it has read from its own offsets as far as the present one, so that
 * newer cursors are valid in it and no change is missing. The replaced projection is kept in turn, so that the undo can be undone.
 * @throws Error when it no longer exists, or cannot continue; nothing has changed then
 */
export async function undoSwap(work: RebuildWork): Promise<RebuildEnd> {
  const { schema, next, kept, report } = work;
  const former = formerOf(schema);
  await kept.prepare();
  // An interrupted undo leaves a schema with this name.
  if (!(await kept.has(next, 'former'))) {
    if (!(await kept.has(former, 'former')))
      throw new Error('There is nothing to undo: the projection that the last rebuild replaced is no longer stored.');
    await kept.drop(next);
    await kept.rename(former, next);
  }
  let isBack = false;
  try {
    await swapBack(work);
    isBack = true;
  } finally {
    if (!isBack) await kept.rename(next, former);
  }
  report('The former projection is back.');
  return { status: 'undone', differences: [] };
}

async function swapBack(work: RebuildWork): Promise<void> {
  const { config, schema, next, admin, kept, report, signal } = work;
  const reading = new NextSchemaReader(work);
  try {
    await refuseIfLost(work, reading);
    await reading.open();
    report('The former projection continues reading from its last position …');
    reading.listen({ fillsGaps: false });
    await reading.caughtUp();
    signal?.throwIfAborted();
    report('Swapping …');
    await reading.pieces.stop();
    await swapSchemas(admin, schema, async (client) => {
      await reading.halt();
      await kept.forget(next, client);
      await kept.keep(formerOf(schema), 'former', config.rebuildKeptHours, client);
    });
  } finally {
    await reading.close();
  }
}

/** @throws Error if the logs lack records that it needs, or both projections have numbered changes differently since then */
async function refuseIfLost({ config, schema, next, admin }: RebuildWork, { source }: NextSchemaReader): Promise<void> {
  const { rows } = await admin.query<{ partition: number; reads_on: number }>(
    `select partition, next_offset - log_shift as reads_on from ${next}.partition_offset where consumer = $1`,
    [CONSUMER],
  );
  const [objects, areas] = [await logStarts(source), await logStarts(source, 'area.events')];
  const startOf = (partition: number): number =>
    (partition < config.objectPartitions ? objects.get(partition) : areas.get(partition - config.objectPartitions)) ?? 0;
  const lost = rows.filter(({ partition, reads_on: at }) => at < startOf(partition) && at > 0);
  if (lost.length > 0)
    throw new Error('The topics no longer contain the records that the former projection would have to read; it cannot be restored.');
  if (await numberedDifferently(admin, schema))
    throw new Error(
      'The broker has lost records since the rebuild, and cursors issued since are not valid for ' +
        'the former projection; it cannot be restored.',
    );
}
