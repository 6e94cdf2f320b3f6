import { UNLIMITED } from '#contracts/directory/plan-limits.js';
import { type DirectoryKind, type DirectoryRecords, recordKey, REVISION_HEADER } from '#contracts/directory/records.js';
import type { DirectoryChange } from '#directory/directory-copy.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { topicName } from '#kafka/topics/topics.js';
import type { TokenKeys } from './token-keys.js';

/** Workspaces that tests post to. */
const WORKSPACES = [
  'ws1',
  'ws2',
  'ws9',
  'own',
  'other',
  'demo',
  'track',
  'alpha',
  'beta',
  'north',
  'south',
  'input',
  'all',
  'harbour',
  'fuzz',
  'west',
  'gap',
  'a',
  'b',
  'w',
  'w1',
  'w2',
  'bench',
  'refuse',
  'fold',
  'crowd',
  'held',
  'repeat',
  'foreign',
  'churn',
  'old',
];

/** The records that a directory would publish before a test begins: its key, a plan, and workspaces. */
export function seededChanges({ publicJwk }: Pick<TokenKeys, 'publicJwk'>, workspaces: readonly string[] = []): DirectoryChange[] {
  const { kid, x, y } = publicJwk as { kid: string; x: string; y: string };
  const createdAt = '2026-01-01T00:00:00.000Z';
  return [
    change('signing-key', kid, { kid, x, y }),
    change('plan', 'unlimited', { name: 'unlimited', limits: UNLIMITED }),
    ...[...new Set([...WORKSPACES, ...workspaces])].map((id) =>
      change('workspace', id, { id, name: id, formerNames: [], status: 'active', plan: 'unlimited', createdAt }),
    ),
  ];
}

function change<K extends DirectoryKind>(kind: K, id: string, body: DirectoryRecords[K]): DirectoryChange {
  return { key: recordKey(kind, id), revision: 1, body };
}

/** Writes changes to `directory.state` like the directory, for tests that run without one. */
export async function publishDirectory(kafka: KafkaConnection, prefix: string, changes: readonly DirectoryChange[]): Promise<void> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    await producer.send({
      topic: topicName(prefix, 'directory.state'),
      acks: -1,
      messages: changes.map(({ key, revision, body }) => ({
        key,
        partition: 0,
        value: body === undefined ? null : JSON.stringify(body),
        headers: { [REVISION_HEADER]: String(revision) },
      })),
    });
  } finally {
    await producer.disconnect();
  }
}
