import { zxyToTileId } from 'pmtiles';

export interface PmtilesParts {
  tiles: readonly { z: number; x: number; y: number; bytes: Uint8Array }[];
  metadata: object;
  bounds: readonly [number, number, number, number];
  /** Whether the tiles are already compressed with gzip. */
  gzipped?: boolean;
  /** 1: vector tiles, 2: PNG. */
  tileType?: number;
  /** Whether the directory of the tiles is a leaf, as in large archives. */
  leaf?: boolean;
}

const HEADER_BYTES = 127;

/** A PMTiles archive (version 3), written by its specification, independently of the package that reads it. */
export function pmtilesFile({ tiles, metadata, bounds, gzipped = true, tileType = 1, leaf = false }: PmtilesParts): Buffer {
  const sorted = tiles.map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), z, bytes })).sort((a, b) => a.id - b.id);
  let offset = 0;
  const entries = sorted.map(({ id, bytes }) => {
    const entry = { id, run: 1, length: bytes.length, offset };
    offset += bytes.length;
    return entry;
  });
  const leaves = leaf ? directory(entries) : Buffer.alloc(0);
  const root = leaf ? directory([{ id: entries[0]!.id, run: 0, length: leaves.length, offset: 0 }]) : directory(entries);
  const json = Buffer.from(JSON.stringify(metadata));
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  let at = HEADER_BYTES;
  for (const [n, part] of [root, json, leaves, data].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + n * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + n * 16);
    at += part.length;
  }
  for (let n = 0; n < 3; n++) header.writeBigUInt64LE(BigInt(sorted.length), 72 + n * 8);
  const zooms = sorted.map(({ z }) => z);
  // Clustered, directories not compressed, tiles compressed with gzip or not at all.
  for (const [n, byte] of [1, 1, gzipped ? 2 : 1, tileType, Math.min(...zooms), Math.max(...zooms)].entries())
    header.writeUInt8(byte, 96 + n);
  for (const [n, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + n * 4);
  return Buffer.concat([header, root, json, leaves, data]);
}

function directory(entries: readonly { id: number; run: number; length: number; offset: number }[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, n) => id - (entries[n - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, n) => (n > 0 && offset === entries[n - 1]!.offset + entries[n - 1]!.length ? 0 : offset + 1)),
  ];
  return Buffer.from(numbers.flatMap(varint));
}

function varint(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return [...bytes, left];
}
