import { describe, expect, it } from 'vitest';
import { awaitedPosition, awaitHeader } from '#contracts/awaited-position.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { partitionOf } from '#kafka/records/partition.js';
import { Random } from '#testing/workload/random.js';
import { lastOfPartitions } from '../../src/forwarding/awaited-operation.js';

describe('the changes that a read waits for', () => {
  it('are the last change of each partition, which follows all others of the operation', () => {
    const random = new Random(3);
    for (let run = 0; run < 300; run++) {
      const revisions = new Map<string, number>();
      const results = Array.from({ length: random.integer(0, 30) }, (_, index): ElementOutcome => {
        const externalId = `id-${random.integer(0, 8)}`;
        if (random.chance(0.2)) return [index, externalId, 'rejected', 'invalid', ''];
        revisions.set(externalId, (revisions.get(externalId) ?? 0) + 1);
        return [index, externalId, 'updated', revisions.get(externalId)!, false];
      });
      const awaited = lastOfPartitions(results, 4);
      // A projection applies the changes of each partition in order, so once it has the last one, it has all.
      for (let partition = 0; partition < 4; partition++) {
        const changes = results.filter((each) => each[2] !== 'rejected' && partitionOf(each[1], 4) === partition);
        const here = awaited.filter(([externalId]) => partitionOf(externalId, 4) === partition);
        expect(here).toEqual(changes.length === 0 ? [] : [[changes.at(-1)![1], changes.at(-1)![3]]]);
      }
    }
  });

  it('fits a header, or is not sent', () => {
    const position = { waitMs: 5000, objects: [['🚚 a/b', 7]] as [string, number][] };
    expect(awaitedPosition(awaitHeader(position)!)).toEqual(position);
    expect(awaitHeader({ waitMs: 1, objects: Array.from({ length: 200 }, () => ['x'.repeat(256), 1]) })).toBeUndefined();
  });
});
