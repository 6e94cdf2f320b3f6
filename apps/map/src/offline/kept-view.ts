import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ExternalObject } from '../api/api.js';

/** The last view of a workspace's map, stored in the browser so that the app can show it again without a network. */
export interface KeptView {
  objects: readonly ExternalObject[];
  /** When the server sent it, milliseconds since the epoch. */
  at: number;
}

interface Schema extends DBSchema {
  views: { key: [subject: string, workspace: string]; value: KeptView };
}

const DATABASE = 'waymark-views';
let opening: Promise<IDBPDatabase<Schema>> | undefined;

const opened = (): Promise<IDBPDatabase<Schema>> =>
  (opening ??= openDB<Schema>(DATABASE, 1, { upgrade: (made) => void made.createObjectStore('views') }));

/** @param subject claim `sub` of the signed-in person: nobody sees the stored view of somebody else */
export async function keepView(subject: string, workspace: string, view: KeptView): Promise<void> {
  try {
    await (await opened()).put('views', view, [subject, workspace]);
  } catch {
    // If the browser cannot store data, there is nothing to show without a network.
  }
}

export async function keptView(subject: string, workspace: string): Promise<KeptView | undefined> {
  try {
    return await (await opened()).get('views', [subject, workspace]);
  } catch {
    return undefined;
  }
}

/** Removes all stored views, for example when somebody signs out. */
export async function forgetViews(): Promise<void> {
  try {
    await (await opened()).clear('views');
  } catch {
    // There were none.
  }
}
