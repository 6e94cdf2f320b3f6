/** The components of one kind that the operations refer to, directly or through other components of that kind. */
export function referencedComponents<T extends object>(
  kind: 'schemas' | 'responses',
  components: Readonly<Record<string, T>>,
  operations: object,
): Record<string, T> {
  const reference = new RegExp(`"#/components/${kind}/([^"]+)"`, 'g');
  const named = new Set<string>();
  const follow = (part: object): void => {
    for (const [, name] of JSON.stringify(part).matchAll(reference)) {
      if (named.has(name!) || components[name!] === undefined) continue;
      named.add(name!);
      follow(components[name!]!);
    }
  };
  follow(operations);
  return Object.fromEntries(Object.entries(components).filter(([name]) => named.has(name)));
}
