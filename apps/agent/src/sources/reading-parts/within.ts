/** A finite number from 0 to `max`; undefined for anything else. */
export function within(value: unknown, max = Number.MAX_VALUE): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= max ? value : undefined;
}

/** A number of satellites that the gateway accepts; undefined for anything else. */
export function satelliteCount(value: unknown): number | undefined {
  return Number.isInteger(value) ? within(value, 255) : undefined;
}
