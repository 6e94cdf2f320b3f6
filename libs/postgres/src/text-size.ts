/**
 * SQL for about how large a column's text is; what the database holds compressed is looked at, for a short text can
 * stand for a long one.
 */
export function textSize(column: string): string {
  return `case when pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end`;
}
