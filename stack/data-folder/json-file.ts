import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** The content of a JSON file; undefined if it does not exist. @throws Error with the file's name if it is not JSON */
export function readJsonFile<T>(file: string): T | undefined {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(content) as T;
  } catch {
    throw new Error(`${file} is not JSON. Correct it, or remove it to have it created again.`);
  }
}

/** Writes the file atomically; only its owner can read it. */
export function writeJsonFile(file: string, content: unknown): void {
  const draft = writeDraft(file, content);
  try {
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** The content of the file, which is created with `create` if it is missing. Of several concurrent creators, the first one wins. */
export function readOrCreateJsonFile<T>(file: string, create: () => T): T {
  const known = readJsonFile<T>(file);
  if (known !== undefined) return known;
  const draft = writeDraft(file, create());
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readJsonFile<T>(file)!;
}

function writeDraft(file: string, content: unknown): string {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}
