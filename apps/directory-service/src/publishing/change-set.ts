import type { PoolClient } from 'pg';
import { type DirectoryKind, type DirectoryRecords, recordKey } from '#contracts/directory/records.js';
import type { Actor } from '../auditing/actor.js';

/** One order of all changes over all copies of this service: then a copy that saw revision n has seen every one before it. */
export const ORDER_LOCK = `select pg_advisory_xact_lock(hashtext('waymark.directory.order'))`;

/** What is changed in one transaction: rows, what is published of them, and who did it. */
export class ChangeSet {
  private lastRevision = 0;
  private ordered = false;

  constructor(
    readonly client: PoolClient,
    private readonly actor: Actor,
  ) {}

  /** The highest revision that was given out; 0: nothing is published. */
  get revision(): number {
    return this.lastRevision;
  }

  publish<K extends DirectoryKind>(kind: K, id: string, body: DirectoryRecords[K]): Promise<void> {
    return this.write(recordKey(kind, id), JSON.stringify(body));
  }

  withdraw(kind: DirectoryKind, id: string): Promise<void> {
    return this.write(recordKey(kind, id), null);
  }

  /** `target`: what was changed, as in `workspace:demo`. No secrets in `detail`. */
  async audit(action: string, target: string, about: { workspace?: string; detail?: object } = {}): Promise<void> {
    const { subject, tokenId, address, requestId } = this.actor;
    await this.client.query(
      `insert into audit (subject, token_id, address, request_id, action, target, workspace, detail)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [subject, tokenId ?? null, address ?? null, requestId, action, target, about.workspace ?? null, about.detail ?? null],
    );
  }

  /**
   * Waits for its turn in the one order of changes, and holds it until the commit. Locks are taken in one order, or two changes wait
   * for each other: rows of what is changed (workspace, person, link, token), then this, then `signing_key`. What publishes takes it
   * by itself; to be called before a signing key is touched by a change that publishes as well.
   */
  async takeOrder(): Promise<void> {
    if (!this.ordered) await this.client.query(ORDER_LOCK);
    this.ordered = true;
  }

  private async write(key: string, body: string | null): Promise<void> {
    await this.takeOrder();
    const { rows } = await this.client.query<{ revision: number }>(
      `insert into state_record (key, revision, body) values ($1, nextval('state_revision'), $2)
       on conflict (key) do update set revision = nextval('state_revision'), body = excluded.body, published = false
       returning revision`,
      [key, body],
    );
    this.lastRevision = rows[0]!.revision;
  }
}
