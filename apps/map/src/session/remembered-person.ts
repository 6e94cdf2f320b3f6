import { forgetViews } from '../offline/kept-view.js';

const STORED_AS = 'waymark.person';

/** The person who was last signed in here, as a login's answer has it: names and roles, no secret. */
export interface RememberedPerson {
  id: string;
  name: string;
  workspaces: { id: string; name: string; role: string }[];
}

/** Remembers who is signed in, so that scans can be kept also when the app is opened without a network. */
export function remember({ id, name, workspaces }: RememberedPerson): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify({ id, name, workspaces }));
  } catch {
    // A browser that stores nothing: without a network the person has to wait.
  }
}

/** Forgets the person, and what maps were kept for them. */
export function forget(): void {
  void forgetViews();
  try {
    localStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was kept.
  }
}

/** Undefined: nobody, or something that another version wrote. */
export function rememberedPerson(): RememberedPerson | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') as Partial<RememberedPerson> | null;
    const { id, name, workspaces } = stored ?? {};
    return typeof id === 'string' && typeof name === 'string' && Array.isArray(workspaces) ? { id, name, workspaces } : undefined;
  } catch {
    return undefined;
  }
}
