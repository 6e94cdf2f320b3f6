import type { ApiClient } from './api-client.js';

const LIFE_S = 15 * 60;
/** Well before the token expires, because a page takes up to half a minute. */
const RENEWED_AFTER_MS = 10 * 60_000;

/**
 * Reads the objects of a workspace for an operator, whose own token administers the installation but cannot open a workspace. It uses a
 * token that is valid for 15 minutes and can only read objects, or reports, of this workspace. The audit records its creation and
 * revocation with the operator's name.
 */
export class ObjectsReader implements Pick<ApiClient, 'get'> {
  private held: { id: string; token: string; madeAt: number } | undefined;

  constructor(
    private readonly api: ApiClient,
    private readonly workspace: string,
    private readonly name = 'waymark workspace export',
    private readonly scope: 'objects:read' | 'reports:read' = 'objects:read',
  ) {}

  async get<T>(path: string): Promise<T> {
    return this.api.send<T>('GET', path, { token: await this.token() });
  }

  /** A token that is valid for at least five more minutes. */
  async token(): Promise<string> {
    if (this.held !== undefined && performance.now() - this.held.madeAt < RENEWED_AFTER_MS) return this.held.token;
    await this.close();
    const body = { name: this.name, workspaces: [this.workspace], scopes: [this.scope], expiresInSeconds: LIFE_S };
    this.held = {
      ...(await this.api.send<{ id: string; token: string }>('POST', '/operator/tokens', { body })),
      madeAt: performance.now(),
    };
    return this.held.token;
  }

  /** Revokes the token, if one was created. */
  async close(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    if (held !== undefined) await this.api.send('DELETE', `/operator/tokens/${held.id}`);
  }
}
