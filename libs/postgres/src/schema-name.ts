const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * A schema's name is written into SQL and into connection options, where it can't be a parameter.
 * @throws RangeError unless it is a plain lower-case identifier of at most 63 characters
 */
export function checkedSchemaName(schema: string): string {
  if (!SCHEMA_NAME.test(schema)) {
    throw new RangeError(`"${schema}" is no schema name: use a lower-case letter or _, then letters, digits or _, at most 63 characters`);
  }
  return schema;
}
