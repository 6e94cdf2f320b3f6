import pg from 'pg';
import { topicName } from '#kafka/topics/topics.js';
import type { TestSpace } from '../test-space.js';
import type { AuditedChange, HeldDirectory } from './directory-history.js';
import { readTopic } from './read-topic.js';

/** Reads the directory's tables and its raw topic. */
export async function readDirectory(space: TestSpace): Promise<HeldDirectory> {
  const published = new Map<string, Record<string, unknown>>();
  for (const { key, value } of await readTopic(space.kafka, topicName(space.prefix, 'directory.state'))) {
    if (value === null) published.delete(key!);
    else published.set(key!, JSON.parse(value.toString()) as Record<string, unknown>);
  }
  const client = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.directory}` });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return {
      tokens: (await client.query<{ id: string; revoked: boolean }>('select id, revoked_at is not null as revoked from machine_token'))
        .rows,
      workspaces: (await client.query<{ id: string; status: string; plan: string }>('select id, status, plan from workspace')).rows,
      plans: (await client.query<{ name: string; limits: Record<string, unknown> }>('select name, limits from plan')).rows,
      audit: (await client.query<AuditedChange>('select action, target, subject, request_id as "requestId", detail from audit order by id'))
        .rows,
      published,
    };
  } finally {
    await client.end();
  }
}
