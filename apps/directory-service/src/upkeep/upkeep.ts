import type { Pool } from 'pg';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import type { SigningKeys } from '../access/keys/signing-keys.js';
import { upkeepActor } from '../auditing/actor.js';
import type { ChangeSet } from '../publishing/change-set.js';
import type { DirectoryStore } from '../publishing/directory-store.js';
import type { Workspaces } from '../workspaces/workspaces.js';

const EVERY_MS = 60_000;
const MAX_A_TIME = 500;
const MAX_FORGOTTEN = 20_000;

/** A store whose rows expire. */
export interface Forgetter {
  /** Deletes at most this number of expired rows. */
  forget(maxRows: number): Promise<void>;
}

export interface UpkeepParts {
  store: DirectoryStore;
  keys: SigningKeys;
  workspaces: Workspaces;
  /** Stores by the name of their task. */
  forgetters: Readonly<Record<string, Forgetter>>;
  keyRotationDays: number;
  tasks: UpkeepTasks;
  logger: Logger;
}

/** Periodic tasks: rotates keys, removes workspaces after their grace period, and deletes expired rows and records. */
export class Upkeep {
  private timer: NodeJS.Timeout | undefined;
  private readonly steps: readonly { task: UpkeepTask; work: () => Promise<void> }[];

  constructor({ store, keys, workspaces, forgetters, keyRotationDays, tasks, logger }: UpkeepParts) {
    const step = (name: string, work: () => Promise<void>): Upkeep['steps'][number] => ({ task: tasks.add(name, EVERY_MS), work });
    const logging = (message: string, work: () => Promise<readonly string[]>) => async (): Promise<void> => {
      const done = await work();
      if (done.length > 0) logger.info({ done }, message);
    };
    this.steps = [
      step('key-rotation', async () => {
        const made = await keys.keepFresh(upkeepActor('key-rotation'), keyRotationDays);
        if (made !== undefined) logger.info({ kid: made }, 'A new signing key was created.');
      }),
      step(
        'key-expiry',
        logging('Signing keys were withdrawn after their time.', () => keys.withdrawExpired(upkeepActor('key-expiry'))),
      ),
      step(
        'workspace-removal',
        logging('The grace period of deleted workspaces has ended.', () => workspaces.removeOverdue(upkeepActor('workspace-removal'))),
      ),
      step(
        'revocations',
        logging('Revocations whose tokens have expired were withdrawn.', () => forgetExpired(store)),
      ),
      step('tombstones', () => dropTombstones(store.pool)),
      ...Object.entries(forgetters).map(([name, each]) => step(name, () => each.forget(MAX_FORGOTTEN))),
    ];
  }

  start(): void {
    this.timer = setInterval(() => void this.run(), EVERY_MS);
    void this.run();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Runs the tasks in sequence, since most take the same locks; a failing one does not stop the others. */
  private async run(): Promise<void> {
    for (const { task, work } of this.steps) await task.attempt(work);
  }
}

/** Deletes revocations, cut-offs and records of moved workspaces once all tokens that they concern have expired. */
async function forgetExpired(store: DirectoryStore): Promise<string[]> {
  const { rows } = await store.pool.query<{ key: string }>(
    `select key from state_record where (key like 'revocation:%' or key like 'cutoff:%' or key like 'moved-%')
      and (body::json->>'expiresAt')::bigint < extract(epoch from now()) - 3600 limit $1`,
    [MAX_A_TIME],
  );
  const keys = rows.map(({ key }) => key);
  if (keys.length > 0) await store.change(upkeepActor('expiry'), (changes) => withdrawAll(changes, keys));
  return keys;
}

async function withdrawAll(changes: ChangeSet, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const colon = key.indexOf(':');
    await changes.withdraw(key.slice(0, colon) as 'revocation' | 'cutoff' | 'moved-key' | 'moved-token', key.slice(colon + 1));
  }
}

/** Deletes published tombstones, which are then only needed on the topic. */
async function dropTombstones(pool: Pool): Promise<void> {
  await pool.query(
    `delete from state_record where ctid = any(array(select ctid from state_record where body is null and published limit $1))`,
    [MAX_A_TIME],
  );
}
