import { isWorkspaceId } from '#identity/workspace-id.js';
import type { DataFolder } from '../data-folder.js';
import { readJsonFile, writeJsonFile } from '../json-file.js';

/** A workspace as the specification (2.1) has it. */
export interface Workspace {
  id: string;
  name: string;
  createdAt: string;
}

/**
 * The workspace with this id, made when it is not there. A name that is given replaces the old one.
 * @throws Error when the id is not alphanumeric with 1…64 characters
 */
export function ensureWorkspace(folder: DataFolder, id: string, name: string | undefined, now: Date): Workspace {
  if (!isWorkspaceId(id)) throw new Error(`The workspace id ${JSON.stringify(id)} is not alphanumeric with 1…64 characters.`);
  const all = readJsonFile<Workspace[]>(folder.workspacesFile) ?? [];
  const known = all.find((workspace) => workspace.id === id);
  if (known && (name === undefined || name === known.name)) return known;
  const workspace = { id, name: name ?? id, createdAt: known?.createdAt ?? now.toISOString() };
  writeJsonFile(folder.workspacesFile, [...all.filter((other) => other.id !== id), workspace]);
  return workspace;
}
