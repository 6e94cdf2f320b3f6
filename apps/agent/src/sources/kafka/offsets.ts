/** The next offset of each partition: the source's place. */
export type Offsets = Readonly<Record<string, number>>;

/** The valid offsets of a place. */
export function offsetsOf(place: unknown): Map<number, number> {
  const { offsets } = (typeof place === 'object' && place !== null ? place : {}) as { offsets?: unknown };
  return new Map(
    Object.entries(typeof offsets === 'object' && offsets !== null ? offsets : {})
      .map(([partition, offset]) => [Number(partition), offset as unknown] as const)
      .filter((entry): entry is [number, number] => Number.isSafeInteger(entry[0]) && Number.isSafeInteger(entry[1])),
  );
}

/** A place with these offsets. */
export function placeOf(topic: string, offsets: ReadonlyMap<number, number>): { topic: string; offsets: Offsets } {
  return { topic, offsets: Object.fromEntries(offsets) };
}
