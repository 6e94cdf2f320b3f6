import type { PoolClient } from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';
import { type DirectoryKind, type DirectoryRecords, recordKey } from '#contracts/directory/records.js';
import { entityManagerOn } from '#postgres/entity-manager-on.js';
import type { Actor } from '../auditing/actor.js';
import { AuditEntry } from '../entities/audit-entry.entity.js';

/** One order of all changes over all copies of this service: then a copy that saw revision n has seen every one before it. */
export const ORDER_LOCK = `select pg_advisory_xact_lock(hashtext('waymark.directory.order'))`;

/** The changes of one transaction: rows, the records to publish, and the actor. */
export class ChangeSet {
  private lastRevision = 0;
  private ordered = false;
  private manager: EntityManager | undefined;

  constructor(
    readonly client: PoolClient,
    private readonly actor: Actor,
    private readonly dataSource: DataSource,
  ) {}

  /** The highest revision that was given out; 0: nothing is published. */
  get revision(): number {
    return this.lastRevision;
  }

  /** The rows of an entity, in this transaction. */
  of<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    this.manager ??= entityManagerOn(this.dataSource, this.client);
    return this.manager.getRepository(entity);
  }

  /** @returns false: a row with one of its unique keys is there already, and stays as it is */
  async insertNew<T extends ObjectLiteral>(entity: EntityTarget<T>, row: QueryDeepPartialEntity<T>): Promise<boolean> {
    const inserting = this.of(entity).createQueryBuilder().insert().values(row).orIgnore().returning('*').updateEntity(false);
    return ((await inserting.execute()).raw as unknown[]).length > 0;
  }

  /** Inserts a row, or replaces what is given of the one with the same primary key; the key itself is not written then. */
  async put<T extends ObjectLiteral>(entity: EntityTarget<T>, row: QueryDeepPartialEntity<T>): Promise<void> {
    const rows = this.of(entity);
    const { primaryColumns, columns } = rows.metadata;
    const given = columns.filter((column) => !column.isPrimary && column.getEntityValue(row) !== undefined);
    const names = (of: typeof columns): string[] => of.map(({ databaseName }) => databaseName);
    await rows.createQueryBuilder().insert().values(row).orUpdate(names(given), names(primaryColumns)).updateEntity(false).execute();
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
    await this.of(AuditEntry).insert({ subject, tokenId, address, requestId, action, target, ...about });
  }

  /**
   * Waits for its turn in the one order of changes, and holds it until the commit. Locks are taken in one order, otherwise two changes
   * wait for each other: rows that change (workspace, person, link, token), then this, then `signing_key`. Publishing takes it
   * by itself; call it before a change that also publishes touches a signing key.
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
