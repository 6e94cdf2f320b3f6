/** A counted thing. */
export interface Counted {
  id: string;
  count: number;
  /** Milliseconds since the epoch. */
  first: number;
  last: number;
}

/** The list with one more scan; the last counted thing is first. */
export function counted(list: readonly Counted[], id: string, at: number): Counted[] {
  const before = list.find((each) => each.id === id);
  return [{ id, count: (before?.count ?? 0) + 1, first: before?.first ?? at, last: at }, ...list.filter((each) => each.id !== id)];
}

/** The list without one scan of a thing; a thing with no scans left is removed. */
export const countedLess = (list: readonly Counted[], id: string): Counted[] =>
  list.map((each) => (each.id === id ? { ...each, count: each.count - 1 } : each)).filter(({ count }) => count > 0);

export const scansOf = (list: readonly Counted[]): number => list.reduce((sum, { count }) => sum + count, 0);

const storedAs = (workspace: string): string => `waymark.inventory.${workspace}`;

/** The counts on this device, including those from before the page was reloaded. */
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
    // Without storage, the list lasts until the page is closed.
  }
}

function isCounted(value: unknown): value is Counted {
  const { id, count, first, last } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && [count, first, last].every((number) => typeof number === 'number');
}
