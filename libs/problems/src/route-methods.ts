/** Remembers which methods each route pattern has, to answer 405 with Allow where only the method is wrong. */
export class RouteMethods {
  private readonly patterns: { segments: string[]; methods: Set<string> }[] = [];

  add(url: string, methods: string | readonly string[]): void {
    const segments = url.split('/');
    let pattern = this.patterns.find((known) => known.segments.join('/') === url);
    if (!pattern) this.patterns.push((pattern = { segments, methods: new Set() }));
    for (const method of typeof methods === 'string' ? [methods] : methods) pattern.methods.add(method);
  }

  /** Methods of all patterns that match the path (still percent-encoded), sorted; none: the path is unknown. */
  methodsOf(path: string): string[] {
    const segments = path.split('/');
    const methods = new Set<string>();
    for (const pattern of this.patterns) {
      if (!matches(pattern.segments, segments)) continue;
      for (const method of pattern.methods) methods.add(method);
    }
    return [...methods].sort();
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const rest = pattern.at(-1) === '*';
  if (rest ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every((segment, at) => {
    const given = path[at]!;
    return segment === '*' || (segment.startsWith(':') ? given !== '' : segment === given);
  });
}
