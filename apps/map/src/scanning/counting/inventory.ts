/** One thing that was counted. */
export interface Counted {
  id: string;
  count: number;
  /** Milliseconds since 1970. */
  first: number;
  last: number;
}

/** The list with one scan more; what was counted last is first. */
export function counted(list: readonly Counted[], id: string, at: number): Counted[] {
  const before = list.find((each) => each.id === id);
  return [{ id, count: (before?.count ?? 0) + 1, first: before?.first ?? at, last: at }, ...list.filter((each) => each.id !== id)];
}

/** The list with one scan of a thing taken back; a thing with no scans left is removed. */
export const countedLess = (list: readonly Counted[], id: string): Counted[] =>
  list.map((each) => (each.id === id ? { ...each, count: each.count - 1 } : each)).filter(({ count }) => count > 0);

export const scansOf = (list: readonly Counted[]): number => list.reduce((sum, { count }) => sum + count, 0);

const storedAs = (workspace: string): string => `waymark.inventory.${workspace}`;

/** What was counted on this device, including before the page was reloaded. */
export function readInventory(workspace: string): Counted[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedAs(workspace)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCounted) : [];
  } catch {
    return [];
  }
}

export function writeInventory(workspace: string, list: readonly Counted[]): void {
  try {
    localStorage.setItem(storedAs(workspace), JSON.stringify(list));
  } catch {
    // A browser that keeps nothing: the list holds until the page is closed.
  }
}

function isCounted(value: unknown): value is Counted {
  const { id, count, first, last } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && [count, first, last].every((number) => typeof number === 'number');
}
