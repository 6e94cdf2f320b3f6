import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The queue contains elements for another workspace. */
class DestinationError extends Error {
  override readonly name = 'DestinationError';
}

/**
 * Elements do not name their workspace; the folder does, so that a changed configuration never sends one customer's data to another.
 * @param waiting elements in the queue
 * @throws DestinationError
 */
export function keepDestination(folder: string, workspace: string, waiting: number): void {
  const file = join(folder, 'workspace');
  const former = readFormer(file);
  if (former === workspace) return;
  if (former !== undefined && waiting > 0)
    throw new DestinationError(
      `The queue in ${folder} holds ${waiting} elements for the workspace ${former}, and gateway.workspace ` +
        `is ${workspace} now. Let them be sent first, or give this workspace a queue.folder of its own.`,
    );
  writeFileSync(`${file}.new`, `${workspace}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readFormer(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
