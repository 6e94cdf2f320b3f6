import { topicName } from '#kafka/topics/topics.js';
import type { TestSpace } from '../test-space.js';
import type { Call, History, ServedChange } from './history.js';
import { parseEvent, parseState } from './parse-records.js';
import { type ApiReader, readFeed, readList } from './read-api.js';
import { readTables } from './read-tables.js';
import { readTopic } from './read-topic.js';

/** Header of invalid records that a fault run writes to a public topic, and that readers must skip. */
export const PLANTED_HEADER = 'x-waymark-test-poison';

/** The broker and the database of an installation. */
export type Stores = Pick<TestSpace, 'kafka' | 'prefix' | 'databaseUrl' | 'schemas'>;

/** Collects all data of an installation: the raw public topics, both services' tables, the lists and the feeds. */
export async function collectHistory(stores: Stores, api: ApiReader, workspaces: readonly string[], calls: Call[]): Promise<History> {
  const events = await readTopic(stores.kafka, topicName(stores.prefix, 'object.events'));
  const states = await readTopic(stores.kafka, topicName(stores.prefix, 'object.state'));
  const feeds = new Map<string, ServedChange[]>();
  for (const workspace of workspaces) feeds.set(workspace, await readFeed(api, workspace));
  const { readings, historyRows } = await readTables(stores);
  return {
    calls,
    events: events.filter(({ headers }) => headers[PLANTED_HEADER] === undefined).map(parseEvent),
    stateRecords: states.map(parseState),
    readings: [
      ...readings,
      { place: 'GET externalObjects', objects: await readList(api, workspaces), tombstones: false, erasures: false, holds: false },
    ],
    historyRows,
    feeds,
  };
}
