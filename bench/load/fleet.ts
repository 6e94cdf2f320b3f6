/** Number of different samples. */
export const VARIANTS = 1024;
/** A stride scatters the ids over pages and partitions, as in real traffic. */
export const ID_STRIDE = 7_919;

/** What an object of the fleet reports at one moment; degrees, metres. */
export interface Sample {
  lat: number;
  lon: number;
  alt: number;
  battery: number;
  temperature: number;
}

/** The id of an object by its number. */
export function objectId(number: number): string {
  return `bench-${number}`;
}

/** The inverse of `objectId`. */
export function objectNumber(id: string): number {
  return Number(id.slice(id.indexOf('-') + 1));
}

/** Consecutive samples lie 30 m apart, like the reports of a vehicle: an object uses them in this order. */
export function sampleOf(variant: number): Sample {
  return {
    lat: round(53.4 + variant * 0.0002),
    lon: round(-2.99 + variant * 0.0003),
    alt: 12.5,
    battery: round(100 - variant / 16),
    temperature: round(18 + (variant % 97) / 10),
  };
}

/** The sample that an object has in a round of updates: each object begins at another place. */
export function variantOf(number: number, round: number): number {
  return (number + round) % VARIANTS;
}

/** The inverse of `sampleOf`, by latitude. */
export function variantAt(lat: number): number {
  return Math.round((lat - 53.4) / 0.0002);
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
