interface Pattern {
  segments: readonly string[];
  methods: Set<string>;
}

/** Parameters with values that customers choose. A value may equal a fixed word, so the fixed word must not hide the parameter. */
export const CHOSEN_PARAMETERS: ReadonlySet<string> = new Set([':field', ':externalId', ':plan', ':workspaceId']);

/** Records the methods of each route pattern, to answer 405 with Allow if only the method is wrong. */
export class RouteMethods {
  private readonly patterns = new Map<string, Pattern>();
  private readonly hideable = new Map<string, boolean>();

  add(url: string, methods: string | readonly string[]): void {
    let pattern = this.patterns.get(url);
    if (pattern === undefined) this.patterns.set(url, (pattern = { segments: url.split('/'), methods: new Set() }));
    for (const method of typeof methods === 'string' ? [methods] : methods) pattern.methods.add(method);
    this.hideable.clear();
  }

  /**
   * Methods of the (percent-encoded) path, sorted; none if it is unknown. A pattern with a fixed word hides one with a parameter in its
   * place.
   */
  methodsOf(path: string): string[] {
    const segments = path.split('/');
    const fitting = [...this.patterns.values()].filter((pattern) => matches(pattern.segments, segments));
    const shown = fitting.filter((pattern) => !fitting.some((other) => hides(other.segments, pattern.segments)));
    return [...new Set(shown.flatMap(({ methods }) => [...methods]))].sort();
  }

  /** Whether some path of this pattern belongs to a more specific one. */
  mayBeHidden(url: string): boolean {
    let hideable = this.hideable.get(url);
    if (hideable === undefined) {
      const segments = url.split('/');
      this.hideable.set(
        url,
        (hideable = url.includes(':') && [...this.patterns.values()].some((other) => hides(other.segments, segments))),
      );
    }
    return hideable;
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

/** For two patterns that match the same path: whether the first has a fixed word where they first differ. */
function hides(exact: readonly string[], other: readonly string[]): boolean {
  if (exact === other || exact.length !== other.length) return false;
  const at = exact.findIndex((segment, place) => segment !== other[place] && !(segment.startsWith(':') && other[place]!.startsWith(':')));
  if (at < 0 || exact[at]!.startsWith(':') || !other[at]!.startsWith(':') || CHOSEN_PARAMETERS.has(other[at]!)) return false;
  return exact.every(
    (segment, place) => place <= at || segment.startsWith(':') || other[place]!.startsWith(':') || segment === other[place],
  );
}
