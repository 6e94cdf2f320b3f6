import { EVENT_TYPES } from '#contracts/event-types.js';

/** What a row of the history holds of a change, in columns of its own and in `change`. */
export interface StoredChange {
  external_id: string;
  revision: number;
  observed_at: Date;
  received_at: Date;
  change: string;
}

/** How every line begins (change-line.ts), and so `change` in the rows of earlier versions, which hold the whole line. */
const WHOLE = '{"externalId":';
/** The last member that is also a column. Quotes within a text are escaped, so this cannot be part of an id. */
const RECEIVED = '"receivedAt":"';
/** Length of the rest of that member: a time with milliseconds, and its closing quote. */
const TIME = 25;
const TYPE = /^\{"type":"([^"]*)",?/;

/**
 * What is stored of a line: neither the members that are columns of its row, which are more than half of it, nor the most frequent type.
 * @param line as changeLine writes it
 */
export function storedLine(line: string, type: string): string {
  const rest = line.slice(line.indexOf(RECEIVED) + RECEIVED.length + TIME);
  if (type !== EVENT_TYPES.updated) return `{"type":"${type}"${rest}`;
  return rest === '}' ? '{}' : `{${rest.slice(1)}`;
}

/** The line of a row of this or an earlier version. */
export function wholeLine({ external_id, revision, observed_at, received_at, change }: StoredChange): string {
  if (change.startsWith(WHOLE)) return change;
  const typed = TYPE.exec(change);
  const rest = change.slice(typed?.[0].length ?? 1);
  return (
    `{"externalId":${JSON.stringify(external_id)},"revision":${revision},"type":"${typed?.[1] ?? EVENT_TYPES.updated}",` +
    `"observedAt":"${observed_at.toISOString()}","receivedAt":"${received_at.toISOString()}"${rest === '}' ? '' : ','}${rest}`
  );
}

/** SQL: what is stored of the line of a row, written by this or an earlier version. */
export function storedLineSql(row: string): string {
  const change = `${row}.change`;
  const rest = `substr(${change}, strpos(${change}, '${RECEIVED}') + ${RECEIVED.length + TIME})`;
  return `case when not starts_with(${change}, '${WHOLE}') then ${change}
    when ${change}::json->>'type' <> '${EVENT_TYPES.updated}' then '{"type":' || (${change}::json->'type')::text || ${rest}
    else '{' || ltrim(${rest}, ',') end`;
}
