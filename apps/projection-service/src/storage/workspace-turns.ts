/** Workspaces per batch; the next ones follow in the next batch. */
const WORKSPACES_AT_ONCE = 100;

/** A table without a key, to which units append rows with a workspace. It needs an index by workspace. */
export type Queue = 'search_due' | 'cell_change' | 'cell_category_change';

/** The workspace after which each queue continues. One instance per process. */
export type WorkspaceTurns = Map<Queue, string>;

/**
 * SQL for a batch of rows from a queue, of all waiting workspaces in turn, so that a million rows of one workspace do not delay the others.
 * Each workspace gets an equal part of the batch, and the rest goes to those with more rows. Workspaces and their rows are found through
 * the index, so that the whole queue is never read.
 *
 * $1: most rows, $2: the workspace to continue after. Defines `places`, the `ctid` of min($1, all) rows, and `next`, the workspace after
 * which the next batch continues.
 */
export const inTurn = (queue: Queue): string => `recursive jumps (workspace, at) as (
    (select workspace, 1 from ${queue} where workspace > $2::text order by workspace limit 1)
    union all select (select q.workspace from ${queue} q where q.workspace > j.workspace order by q.workspace limit 1), at + 1
    from jumps j where j.workspace is not null and at < ${WORKSPACES_AT_ONCE}
  ), waiting as materialized (select workspace from jumps where workspace is not null
  ), fair as (
    select q.place from waiting w, lateral (select ctid as place from ${queue} q where q.workspace = w.workspace
      limit (select ceil($1::int / count(*)::float8)::int from waiting)) q
  ), places as (
    select place from (select place, 1 as turn from fair union all (select ctid, 2 from ${queue} limit $1::int)) p
    group by place order by min(turn) limit $1::int
  ), next as (select case when count(*) = ${WORKSPACES_AT_ONCE} then max(workspace) else '' end as workspace from waiting)`;
