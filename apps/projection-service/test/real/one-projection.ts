import pg from 'pg';
import { expect, vi } from 'vitest';
import type { Narrowing } from '#identity/caller.js';
import { NARROWED_HEADER, narrowedHeader } from '#identity/forwarded-narrowing.js';
import { topicName } from '#kafka/topics/topics.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';

/** One projection service with a writer and a client. */
export interface OneProjection {
  service: RunningService;
  /** Stops the service and starts it again at the same address. */
  restart(): Promise<void>;
  writer: EventWriter;
  database: pg.Pool;
  ask(path: string, narrowing?: Narrowing, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  /** Resolves when everything that was written is projected, and all noted changes are processed. */
  settled(): Promise<void>;
  projected(workspace: string, externalId: string, revision: number): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE = { timeout: 20_000, interval: 50 };
const COUNT_NOTES =
  'select ((select count(*) from cell_change) + (select count(*) from cell_category_change) + (select ' +
  'count(*) from search_due))::int as left';

export async function startProjection(name: string): Promise<OneProjection> {
  const space = await createTestSpace(name);
  const writer = new EventWriter(space);
  await writer.connect();
  const environment = space.environment('projection-service');
  const service = await startService('projection-service', environment);
  const database = new pg.Pool({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection},public` });
  /** Partitions are read one after the other, so the newest event of one does not prove that the others are read. */
  const allProjected = async (): Promise<void> => {
    const admin = space.kafka.admin();
    await admin.connect();
    const ends = await admin.fetchTopicOffsets(topicName(space.prefix, 'object.events')).finally(() => admin.disconnect());
    await vi.waitFor(async () => {
      const { rows } = await database.query<{ partition: number; next_offset: string }>(
        `select partition, next_offset from partition_offset where consumer = 'projection'`,
      );
      const offsets = new Map(rows.map(({ partition, next_offset: next }) => [partition, Number(next)]));
      expect(ends.filter(({ partition, high }) => (offsets.get(partition) ?? 0) < Number(high))).toEqual([]);
    }, PATIENCE);
  };
  const countNotes = async (): Promise<number> => (await database.query<{ left: number }>(COUNT_NOTES)).rows[0]!.left;
  const one: OneProjection = {
    service,
    async restart() {
      await one.service.stop();
      one.service = await startService('projection-service', environment);
    },
    writer,
    database,
    ask: (path, narrowing, headers = {}, signal) =>
      fetch(service.url + path, {
        signal,
        headers: {
          'x-waymark-internal': environment.INTERNAL_TOKEN!,
          ...(narrowing && { [NARROWED_HEADER]: narrowedHeader(narrowing) }),
          ...headers,
        },
      }),
    async settled() {
      await allProjected();
      await vi.waitFor(async () => expect(await countNotes()).toBe(0), PATIENCE);
    },
    projected: (workspace, externalId, revision) =>
      vi.waitFor(async () => {
        const { rows } = await database.query<{ revision: string }>(
          'select revision from object_state where workspace = $1 and external_id = $2',
          [workspace, externalId],
        );
        expect(Number(rows[0]?.revision)).toBe(revision);
      }, PATIENCE),
    async close() {
      await database.end();
      await one.service.stop();
      await writer.close();
      await space.close();
    },
  };
  return one;
}
