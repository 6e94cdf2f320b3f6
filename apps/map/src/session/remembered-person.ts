import { forgetViews } from '../offline/kept-view.js';

const STORED_AS = 'waymark.person';

/** The person who last signed in here, as in a login's answer: names and roles, no secret. */
export interface RememberedPerson {
  id: string;
  name: string;
  workspaces: { id: string; name: string; role: string }[];
}

/** Remembers the signed-in person, so that scans can also be stored when the app is opened without a network. */
export function remember({ id, name, workspaces }: RememberedPerson): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify({ id, name, workspaces }));
  } catch {
    // Without storage, the person has to wait for a network.
  }
}

/** Forgets the person and their stored maps. */
export function forget(): void {
  void forgetViews();
  try {
    localStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was stored.
  }
}

/** @returns undefined if there is none, or if another version wrote it */
export function rememberedPerson(): RememberedPerson | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') as Partial<RememberedPerson> | null;
    const { id, name, workspaces } = stored ?? {};
    return typeof id === 'string' && typeof name === 'string' && Array.isArray(workspaces) ? { id, name, workspaces } : undefined;
  } catch {
    return undefined;
  }
}
