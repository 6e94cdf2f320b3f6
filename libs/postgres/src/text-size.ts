/**
 * SQL for the approximate size of a column's text. A compressed value is read, since its size does not show that of the text.
 */
export function textSize(column: string): string {
  return `case when pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end`;
}
