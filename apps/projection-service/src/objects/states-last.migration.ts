import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * Moves the state to the end of its row, after all columns that change with most updates: an updated row is logged from its first to its
 * last change, and the JSON of a state begins with what changes (libs/object-rules/src/evolve.ts). Only an empty table is created again:
 * rows of an existing projection stay as they are, since moving them would stop the service for minutes. `npm run rebuild` fills new
 * tables, so it moves them.
 */
const MOVE_STATE = `
  do $$
  begin
    -- Looks before it locks: the former version may still be writing, to a table of any size.
    if exists (select from object_state) then return; end if;
    lock table object_state in access exclusive mode;
    if exists (select from object_state) then return; end if;
    drop table object_state;
    create table object_state (
      external_id text collate "C" not null,
      workspace text collate "C" not null,
      title text,
      type text,
      archived boolean not null,
      revision bigint not null,
      seen bigint not null,
      last_seen bigint,
      lat double precision not null,
      lon double precision not null,
      seen_span int,
      q16 int not null,
      state json not null,
      primary key (workspace, external_id)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.2);
    create index object_state_place on object_state (workspace, q16);
    create index object_state_age on object_state (workspace, seen_span);
    create index object_state_archived on object_state (workspace, external_id) where archived;
  end $$`;

export class StatesLast1797100000000 extends ForwardOnlyMigration {
  readonly name = 'StatesLast1797100000000';
  protected readonly statements = [MOVE_STATE];
}
