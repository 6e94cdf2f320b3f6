import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Scope } from '#contracts/directory/scopes.js';
import type { CurrentAddress } from '../address/current-address.js';
import type { Api } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { Preferences } from '../preferences/preferences.js';
import type { Membership } from '../session/memberships.js';
import type { Session } from '../session/session.js';

export type WorkspaceState =
  | { is: 'resolving' }
  | { is: 'choose' }
  | { is: 'none' }
  | { is: 'unknown'; name: string }
  | ({ is: 'open' } & Membership);

/**
 * The workspace in the address, otherwise the last one (without `ws`, the app opens in the workspace in which the person
 * is signed in). A name that none of the person's workspaces has may be a former one, which the server knows; it reveals nothing about
 * other workspaces.
 */
export class CurrentWorkspace {
  readonly state: ReadonlySignal<WorkspaceState>;
  /** Ids by requested name; null if there is no such workspace. */
  private readonly looked = signal<ReadonlyMap<string, string | null>>(new Map());

  constructor(
    private readonly session: Session,
    address: CurrentAddress,
    private readonly preferences: Preferences,
    private readonly api: Api,
  ) {
    this.state = computed(() => this.stateFor(address.now.value.ws));
    effect(() => {
      const ws = address.now.value.ws;
      if (this.state.value.is === 'resolving' && ws !== undefined) void this.lookUp(ws);
    });
    effect(() => {
      if (this.state.value.is === 'open') preferences.workspace.value = this.state.value.id;
    });
  }

  /** Id of the open workspace. @throws Error if none is open; parts that need a workspace are shown only inside one */
  get id(): string {
    const state = this.state.value;
    if (state.is !== 'open') throw new Error('No workspace is open.');
    return state.id;
  }

  /** Whether the person has the scope in the open workspace. */
  may(scope: Scope): boolean {
    const state = this.state.value;
    return state.is === 'open' && state.scopes.has(scope);
  }

  private stateFor(ws: string | undefined): WorkspaceState {
    const session = this.session.state.value;
    if (session.is !== 'signed-in') return { is: 'resolving' };
    const { workspaces } = session.who;
    if (ws !== undefined) {
      const known = workspaces.find(({ name }) => name === ws) ?? workspaces.find(({ id }) => id === this.looked.value.get(ws));
      if (known !== undefined) return { is: 'open', ...known };
      return this.looked.value.has(ws) ? { is: 'unknown', name: ws } : { is: 'resolving' };
    }
    const last = workspaces.find(({ id }) => id === this.preferences.workspace.value);
    if (last !== undefined) return { is: 'open', ...last };
    if (workspaces.length === 0) return { is: 'none' };
    return workspaces.length === 1 ? { is: 'open', ...workspaces[0]! } : { is: 'choose' };
  }

  private async lookUp(name: string): Promise<void> {
    let id: string | null = null;
    try {
      const { data } = await this.api.GET('/workspaces', { params: { query: { name } } });
      id = data?.id ?? null;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 0 || error.status >= 500 || error.status === 429) {
        setTimeout(() => void this.lookUp(name), 1000 * (error.retryAfter ?? 2));
        return;
      }
    }
    this.looked.value = new Map(this.looked.peek()).set(name, id);
  }
}
