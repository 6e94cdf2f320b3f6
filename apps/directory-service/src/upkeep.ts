import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import { upkeepActor } from './auditing/actor.js';
import type { SigningKeys } from './keys/signing-keys.js';
import type { ChangeSet } from './storage/change-set.js';
import type { DirectoryStore } from './storage/directory-store.js';
import type { Workspaces } from './workspaces/workspaces.js';

const EVERY_MS = 60_000;
const MAX_A_TIME = 500;
const MAX_FORGOTTEN = 20_000;

/** Something of which rows grow old. */
export interface Forgetter {
  /** Drops at most so many of its rows that are over. */
  forget(maxRows: number): Promise<void>;
}

export interface UpkeepParts {
  store: DirectoryStore;
  keys: SigningKeys;
  workspaces: Workspaces;
  forgetters: readonly Forgetter[];
  keyRotationDays: number;
  logger: Logger;
}

/** What has to be done again and again: keys grow old, grace times end, revocations outlive their tokens. */
export class Upkeep {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: UpkeepParts) {}

  start(): void {
    this.timer = setInterval(() => void this.run(), EVERY_MS);
    void this.run();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    const { store, keys, workspaces, forgetters, keyRotationDays, logger } = this.parts;
    try {
      const made = await keys.keepFresh(upkeepActor('key-rotation'), keyRotationDays);
      if (made !== undefined) logger.info({ kid: made }, 'A new signing key was made.');
      const withdrawn = await keys.withdrawExpired(upkeepActor('key-expiry'));
      const removed = await workspaces.removeOverdue(upkeepActor('workspace-removal'));
      const forgotten = await forgetExpired(store);
      await dropTombstones(store.pool);
      for (const each of forgetters) await each.forget(MAX_FORGOTTEN);
      if (withdrawn.length + removed.length + forgotten > 0) logger.info({ withdrawn, removed, forgotten }, 'Upkeep.');
    } catch (error) {
      logger.warn({ err: error }, 'Upkeep failed; it is tried again in a minute.');
    }
  }
}

/** Revocations and cut-offs of which every token has expired. */
async function forgetExpired(store: DirectoryStore): Promise<number> {
  const { rows } = await store.pool.query<{ key: string }>(
    `select key from state_record where (key like 'revocation:%' or key like 'cutoff:%') and (body::json->>'expiresAt')::bigint < extract(epoch from now()) - 3600 limit $1`,
    [MAX_A_TIME],
  );
  if (rows.length > 0) await store.change(upkeepActor('expiry'), (changes) => withdrawAll(changes, rows.map(({ key }) => key)));
  return rows.length;
}

async function withdrawAll(changes: ChangeSet, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const colon = key.indexOf(':');
    await changes.withdraw(key.slice(0, colon) as 'revocation' | 'cutoff', key.slice(colon + 1));
  }
}

/** Published removals are told by the topic from then on. */
async function dropTombstones(pool: Pool): Promise<void> {
  await pool.query(`delete from state_record where ctid = any(array(select ctid from state_record where body is null and published limit $1))`, [MAX_A_TIME]);
}
