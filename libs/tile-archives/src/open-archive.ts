import { open } from 'node:fs/promises';
import { MbtilesArchive } from './mbtiles-archive.js';
import { PmtilesArchive, type RangeSource } from './pmtiles-archive.js';
import { ArchiveError, type TileArchive } from './tile-archive.js';

let opened = 0;

/** Opens a file by its first bytes, whatever its name. @throws ArchiveError, or an error from the file system */
export async function openArchive(file: string): Promise<TileArchive> {
  const begin = await firstBytes(file);
  if (begin.startsWith('PMTiles')) return PmtilesArchive.open(await fileSource(file));
  if (begin.startsWith('SQLite format 3')) return MbtilesArchive.open(file);
  throw new ArchiveError('This is neither a PMTiles nor an MBTiles archive.');
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function fileSource(file: string): Promise<RangeSource> {
  const handle = await open(file);
  // A separate key for each file: a new file under the same name must not be read with the directories of the old one.
  const key = `${file}#${++opened}`;
  const { size } = await handle.stat();
  return {
    key,
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled === length ? bytes.buffer : bytes.buffer.slice(0, filled);
    },
    close: () => handle.close(),
  };
}
