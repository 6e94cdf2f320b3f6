import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Codes of share links. Older links have none, since their URL contains the token, so the index is empty at first. */
export class AddShareCodes1796008000000 extends ForwardOnlyMigration {
  readonly name = 'AddShareCodes1796008000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  `alter table share_link add column code_hash bytea`,
  `create unique index share_link_code on share_link (code_hash) where code_hash is not null`,
];
