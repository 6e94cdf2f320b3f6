/** Percentile of sorted values by nearest rank; 0 without values. */
export function percentile(sorted: readonly number[] | Float64Array, share: number): number {
  return sorted.length === 0 ? 0 : sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** The middle value (the lower of two), so that the result is a measured value. */
export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The median and the 99th percentile of times. */
export function p50AndP99(times: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}
