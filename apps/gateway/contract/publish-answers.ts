import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCompatible } from './compatibility.js';

/** What became of each contract that was not as it is published. */
export interface Publication {
  added: string[];
  /** Promise more than is published; taken over by `renew` alone. */
  grown: string[];
  /** Promise something else: never written. */
  broken: string[];
}

/**
 * Writes the contracts that were never published. A published one is overwritten by a compatible one only, and only with
 * `renew`: from then on the test holds what was added, too.
 */
export async function publishAnswers(folder: string, present: ReadonlyMap<string, object>, { renew = false } = {}): Promise<Publication> {
  const became: Publication = { added: [], grown: [], broken: [] };
  await mkdir(folder, { recursive: true });
  for (const [name, schema] of present) {
    const path = join(folder, `${name}.json`);
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    const published = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (published === text) continue;
    const kind = published === undefined ? 'added' : isCompatible(JSON.parse(published) as object, schema) ? 'grown' : 'broken';
    became[kind].push(name);
    if (kind === 'added' || (kind === 'grown' && renew)) await writeFile(path, text);
  }
  return became;
}
