import type pg from 'pg';

/** Rewrites all rows of the history as earlier versions wrote them: each with the whole line of its change. */
export async function rewriteHistory(database: pg.Client | pg.Pool): Promise<void> {
  const time = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  await database.query(`update history set change = replace('{"externalId":' || to_json(external_id)::text
    || ',"revision":' || revision || ',"type":"' || coalesce(change::json->>'type', 'waymark.object.updated.v1')
    || '","observedAt":"' || ${time('observed_at')} || '","receivedAt":"' || ${time('received_at')} || '"' || rest, ',}', '}')
    from (select tableoid as piece, ctid as place, ',' || regexp_replace(change, '^\\{("type":"[^"]*",?)?', '') as rest from history
      where not starts_with(change, '{"externalId":')) r
    where history.tableoid = r.piece and history.ctid = r.place`);
}
