/** An alias as defined by a birth. */
export interface Alias {
  readonly name: string;
  readonly datatype?: number;
}

/** More than any site has; beyond it the nodes born first are forgotten and must be born again. */
const MAX_ALIASES = 20_000;

/** The aliases of each edge node (Sparkplug 3.0, section 6.4.7: an alias is unique within a node). */
export class Aliases {
  private readonly nodes = new Map<string, Map<string, Alias>>();
  private count = 0;
  private changed = false;

  /** @param place a result of `place`; anything else is ignored */
  constructor(place: unknown) {
    for (const [node, aliases] of entriesOf(place)) {
      for (const [alias, value] of entriesOf(aliases)) {
        const [name, datatype] = Array.isArray(value) ? (value as unknown[]) : [];
        if (typeof name === 'string') this.set(node, alias, { name, ...(typeof datatype === 'number' && { datatype }) });
      }
    }
    this.changed = false;
  }

  /** The node's birth: earlier aliases are no longer valid. */
  begin(node: string): void {
    this.count -= this.nodes.get(node)?.size ?? 0;
    this.changed ||= this.nodes.delete(node);
  }

  set(node: string, alias: string, meant: Alias): void {
    const aliases = this.nodes.get(node) ?? new Map<string, Alias>();
    if (!aliases.has(alias)) this.count++;
    aliases.set(alias, meant);
    this.nodes.set(node, aliases);
    this.changed = true;
    for (const [oldest, known] of this.nodes) {
      if (this.count <= MAX_ALIASES || this.nodes.size === 1) break;
      this.nodes.delete(oldest);
      this.count -= known.size;
    }
  }

  get(node: string, alias: string): Alias | undefined {
    return this.nodes.get(node)?.get(alias);
  }

  /** As JSON, if it changed since the last call. */
  place(): unknown {
    if (!this.changed) return undefined;
    this.changed = false;
    return Object.fromEntries(
      [...this.nodes].map(([node, aliases]) => [
        node,
        Object.fromEntries([...aliases].map(([alias, { name, datatype }]) => [alias, datatype === undefined ? [name] : [name, datatype]])),
      ]),
    );
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
