import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Links from before have none: their address carries the token. So the index begins empty, and the table is only read once to build it. */
export class AddShareCodes1796008000000 extends ForwardOnlyMigration {
  readonly name = 'AddShareCodes1796008000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  `alter table share_link add column code_hash bytea`,
  `create unique index share_link_code on share_link (code_hash) where code_hash is not null`,
];
