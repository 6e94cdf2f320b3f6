/** The allowed name that was probably meant; undefined if none is similar. */
export function nearestName(name: string, allowed: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(Math.min(name.length, 64) / 3)) + 1;
  for (const each of allowed) {
    const apart = edits(name.slice(0, 64).toLowerCase(), each.toLowerCase());
    if (apart < least) [best, least] = [each, apart];
  }
  return best;
}

/** Edit distance: characters changed, omitted, added or swapped with their neighbour. */
function edits(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? before[j - 2]! + 1 : Infinity;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same, swapped);
    }
    [before, last] = [last, row];
  }
  return last[other.length]!;
}
