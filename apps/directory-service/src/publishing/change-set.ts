import type { PoolClient } from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';
import { type DirectoryKind, type DirectoryRecords, recordKey } from '#contracts/directory/records.js';
import { entityManagerOn } from '#postgres/entity-manager-on.js';
import type { Actor } from '../auditing/actor.js';
import { AuditEntry } from '../entities/audit-entry.entity.js';

/** Puts all changes of all instances in one order, so that a copy with revision n has all earlier revisions. */
export const ORDER_LOCK = `select pg_advisory_xact_lock(hashtext('waymark.directory.order'))`;

/** One change: its transaction, the records to publish, and the actor. */
export class ChangeSet {
  private lastRevision = 0;
  private ordered = false;
  private manager: EntityManager | undefined;

  constructor(
    readonly client: PoolClient,
    private readonly actor: Actor,
    private readonly dataSource: DataSource,
  ) {}

  /** The highest revision of this change; 0 if nothing is published. */
  get revision(): number {
    return this.lastRevision;
  }

  /** The repository of an entity in this transaction. */
  of<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    this.manager ??= entityManagerOn(this.dataSource, this.client);
    return this.manager.getRepository(entity);
  }

  /** @returns false if a row with one of its unique keys exists, which stays unchanged */
  async insertNew<T extends ObjectLiteral>(entity: EntityTarget<T>, row: QueryDeepPartialEntity<T>): Promise<boolean> {
    const inserting = this.of(entity).createQueryBuilder().insert().values(row).orIgnore().returning('*').updateEntity(false);
    return ((await inserting.execute()).raw as unknown[]).length > 0;
  }

  /** Inserts a row, or updates the given columns of the row with the same primary key. */
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

  /** Adds a line to the audit. @param target of the change, such as `workspace:demo` @param about without secrets in `detail` */
  async audit(action: string, target: string, about: { workspace?: string; detail?: object } = {}): Promise<void> {
    const { subject, tokenId, address, requestId } = this.actor;
    await this.of(AuditEntry).insert({ subject, tokenId, address, requestId, action, target, ...about });
  }

  /**
   * Waits for this change's turn in the order of all changes, until the commit. To prevent deadlocks, locks are always taken in the same
   * order: changed rows (workspace, person, link, token), then this, then `signing_key`. Publishing takes it automatically; call it in a
   * change that also publishes before it locks a signing key.
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
