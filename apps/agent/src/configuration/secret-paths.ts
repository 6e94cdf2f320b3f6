type Schema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Paths of all texts in a value that the schema marks with `format: secret`. */
export function secretPaths(schema: unknown, value: unknown, at: Path = []): Path[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    format,
    properties = {},
    additionalProperties,
    items,
    prefixItems,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema as Schema & {
    properties?: Record<string, unknown>;
    prefixItems?: unknown[];
    allOf?: unknown[];
    anyOf?: unknown[];
    oneOf?: unknown[];
  };
  if (typeof value === 'string')
    return format === 'secret' || [...allOf, ...anyOf, ...oneOf].some((one) => secretPaths(one, value).length > 0) ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  const within = Array.isArray(value)
    ? value.flatMap((entry: unknown, index) => secretPaths(prefixItems?.[index] ?? items, entry, [...at, index]))
    : Object.entries(value).flatMap(([name, member]) =>
        secretPaths(Object.hasOwn(properties, name) ? properties[name] : additionalProperties, member, [...at, name]),
      );
  return [...within, ...[...allOf, ...anyOf, ...oneOf].flatMap((one) => secretPaths(one, value, at))];
}
