/** Nearest rank of sorted values; 0 when there are none. */
export function percentile(sorted: readonly number[] | Float64Array, share: number): number {
  return sorted.length === 0 ? 0 : sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** The middle one (the lower of two), so that it is a value that was measured. */
export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
