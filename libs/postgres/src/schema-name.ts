const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Checks a schema's name, which becomes part of SQL and connection options, where parameters are not possible.
 * @throws RangeError unless it is a plain lower-case identifier of at most 63 characters
 */
export function checkedSchemaName(schema: string): string {
  if (!SCHEMA_NAME.test(schema)) {
    throw new RangeError(`"${schema}" is no schema name: use a lower-case letter or _, then letters, digits or _, at most 63 characters`);
  }
  return schema;
}
