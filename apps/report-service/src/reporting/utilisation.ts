/** The part of the observed time in which objects moved, with four decimals; null if nothing was observed. */
export function utilisation(movingMs: number, stillMs: number): number | null {
  return movingMs + stillMs === 0 ? null : Math.round((movingMs / (movingMs + stillMs)) * 10_000) / 10_000;
}
