/** Offsets and revisions stay far below 2^53. */
export const bigintAsNumber = { from: (value: string | number): number => Number(value), to: (value: number): number => value };
