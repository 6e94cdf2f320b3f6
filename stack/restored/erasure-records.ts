import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** The lines of the record of erasures, oldest first; none if there is no such file. */
export async function* erasureRecords<Line>(file: string): AsyncGenerator<Line> {
  if (!existsSync(file)) return;
  const handle = await open(file);
  for await (const line of handle.readLines()) {
    const record = parsed<Line>(line);
    if (record !== undefined) yield record;
  }
}

/** Undefined: half a line, left by a crash; what it describes was not committed. */
function parsed<Line>(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}
