import { open } from 'node:fs/promises';

/** Bytes of a file from an offset on, as many as there are up to a bound. @throws Error when it can't be read */
export async function readRange(path: string, offset: number, most: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(most);
    let read = 0;
    while (read < most) {
      const { bytesRead } = await file.read(buffer, read, most - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return buffer.subarray(0, read);
  } finally {
    await file.close();
  }
}
