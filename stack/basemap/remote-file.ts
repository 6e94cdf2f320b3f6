import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RangeSource } from '#tile-archives/pmtiles-archive.js';
import { ArchiveError } from '#tile-archives/tile-archive.js';

/** Time without a byte after which a download fails. */
const SILENT_MS = 60_000;

/** Streams a file to the disk. @throws ArchiveError if it is too large, or the download fails */
export async function download(url: string, file: string, maxBytes: number): Promise<void> {
  const ending = new AbortController();
  let silent = setTimeout(() => ending.abort(), SILENT_MS);
  try {
    const response = await fetchFile(url, {}, ending.signal);
    if (response.status !== 200 || response.body === null) throw new ArchiveError(`${url} answered ${response.status}.`);
    const tooLarge = `The file is larger than ${maxBytes} bytes; take a part of it by --bbox, or raise --max-gigabytes.`;
    if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw new ArchiveError(tooLarge);
    let bytes = 0;
    const counted = new Transform({
      transform(piece: Buffer, _encoding, next) {
        bytes += piece.length;
        clearTimeout(silent);
        silent = setTimeout(() => ending.abort(), SILENT_MS);
        next(bytes > maxBytes ? new ArchiveError(tooLarge) : null, piece);
      },
    });
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), counted, createWriteStream(file));
  } catch (error) {
    if (ending.signal.aborted) throw new ArchiveError(`${url} sent nothing for ${SILENT_MS / 1000} s.`, { cause: error });
    throw error;
  } finally {
    clearTimeout(silent);
    ending.abort();
  }
}

/** Reads parts of a file on a server that supports ranges. */
export function remoteSource(url: string): RangeSource {
  let tag: string | null | undefined;
  return {
    key: url,
    async read(offset, length) {
      const response = await fetchFile(url, { range: `bytes=${offset}-${offset + length - 1}` }, AbortSignal.timeout(SILENT_MS));
      if (response.status !== 206) {
        await response.body?.cancel();
        throw new ArchiveError(
          response.status === 200
            ? `${url} does not answer ranges, so no part of it can be taken: add it without --bbox, or download it first.`
            : `${url} answered ${response.status}.`,
        );
      }
      const now = response.headers.get('etag');
      if (tag !== undefined && tag !== now) throw new ArchiveError(`${url} has changed while it was read; try again.`);
      tag = now;
      return response.arrayBuffer();
    },
    close: () => Promise.resolve(),
  };
}

async function fetchFile(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers }, signal });
  } catch (error) {
    throw new ArchiveError(
      `${url} does not answer: ${((error as Error).cause as Error | undefined)?.message ?? (error as Error).message}.`,
      { cause: error },
    );
  }
}
