import { open } from 'node:fs/promises';

/** The file's name now refers to another file, or to none, so facts about the file do not apply to its content. */
export class MovedFile extends Error {
  constructor(path: string) {
    super(`${path} was renamed or rewritten while it was read.`);
  }
}

/** Bytes of a file from an offset, up to a limit. @throws MovedFile if its name now refers to another file; Error when it can't be read */
export async function readRange(
  { path, inode }: { readonly path: string; readonly inode: number },
  offset: number,
  max: number,
): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new MovedFile(path) : error;
  });
  try {
    if ((await file.stat()).ino !== inode) throw new MovedFile(path);
    const buffer = Buffer.alloc(max);
    let read = 0;
    while (read < max) {
      const { bytesRead } = await file.read(buffer, read, max - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return buffer.subarray(0, read);
  } finally {
    await file.close();
  }
}
