const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Those of the schemas that the operations lead to, themselves or through others. */
export function referencedSchemas<T extends object>(schemas: Record<string, T>, operations: object): Record<string, T> {
  const named = new Set<string>();
  const follow = (part: object): void => {
    for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (named.has(name!) || schemas[name!] === undefined) continue;
      named.add(name!);
      follow(schemas[name!]!);
    }
  };
  follow(operations);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => named.has(name)));
}
