import { readFile, stat } from 'node:fs/promises';
import type { Terminal } from '#terminal/terminal.js';
import { UsageError } from '../errors/cli-error.js';

/** The gateway's limit. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The JSON in a file, or on stdin.
 * @param file `-`: stdin
 * @throws UsageError for a file that cannot be read, is larger than 4 MB, or is not JSON
 */
export async function jsonOfInput(file: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<unknown> {
  const name = file === '-' ? 'What is on stdin' : file;
  const text = file === '-' ? await all(stdin) : await contentOf(file);
  if (text === undefined)
    throw new UsageError(`${name} has more than ${MAX_BYTES / 1024 / 1024} MB, the limit of one call: send it in several parts.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}.`);
  }
}

async function all(stdin: Terminal['stdin']): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stdin) {
    pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    bytes += pieces.at(-1)!.length;
    if (bytes > MAX_BYTES) return undefined;
  }
  return Buffer.concat(pieces).toString();
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).size > MAX_BYTES ? undefined : await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
