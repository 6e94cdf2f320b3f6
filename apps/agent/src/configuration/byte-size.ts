/** A pattern of JSON Schema: "2GiB", "500 MB", "1048576". */
export const SIZE = '^[0-9]{1,15}(\\.[0-9]{1,3})? ?([kKMGT]iB|[kMGT]B|B)?$';

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  kiB: 2 ** 10,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** The bytes of a size; the text matches `SIZE`. */
export function bytesOf(size: number | string): number {
  if (typeof size === 'number') return size;
  const [, number, unit = 'B'] = /^([\d.]+) ?([A-Za-z]+)?$/.exec(size)!;
  return Math.floor(Number(number) * UNITS[unit]!);
}
