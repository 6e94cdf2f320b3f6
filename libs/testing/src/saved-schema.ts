import type pg from 'pg';

/**
 * The rows of a schema at one time, to be put back as if its database were restored from a backup. No service may write in the
 * meantime.
 */
export class SavedSchema {
  private constructor(
    private readonly client: pg.Client,
    private readonly schema: string,
    private readonly tables: readonly { name: string; columns: string }[],
  ) {}

  static async save(client: pg.Client, schema: string): Promise<SavedSchema> {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`,
      [schema],
    );
    await client.query(`create schema ${schema}_saved`);
    for (const { name, columns } of tables)
      await client.query(`create table ${schema}_saved.${name} as select ${columns} from ${schema}.${name}`);
    return new SavedSchema(client, schema, tables);
  }

  async restore(): Promise<void> {
    const { client, schema, tables } = this;
    await client.query(`truncate ${tables.map(({ name }) => `${schema}.${name}`).join(', ')}`);
    for (const { name, columns } of tables)
      await client.query(
        `insert into ${schema}.${name} (${columns}) overriding system value select ${columns} from ${schema}_saved.${name}`,
      );
  }

  async forget(): Promise<void> {
    await this.client.query(`drop schema ${this.schema}_saved cascade`);
  }
}
