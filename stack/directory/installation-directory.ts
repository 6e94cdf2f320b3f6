import type { Scope } from '#contracts/directory/scopes.js';
import type { MachineTokenOrder } from '#identity/token-minting.js';

export interface FirstOperator {
  email: string;
  /** Valid until the first login, which requires another one. */
  password: string;
  /** Secret of an invite link. */
  secret: string;
}

/** Requests of `npm start` and related commands to the directory of their own installation, with the services' shared secret. */
export class InstallationDirectory {
  constructor(
    private readonly url: string,
    private readonly internalToken: string,
  ) {}

  /** Creates the workspace if it is missing; a given name replaces the old one. @throws Error with the directory's reason */
  async ensureWorkspace(id: string, name: string | undefined): Promise<void> {
    const made = await this.ask('POST', '/operator/workspaces', { id, name });
    if (made.status === 201) return;
    if (made.status !== 409) throw refused(made);
    if (name === undefined) return;
    const renamed = await this.ask('PATCH', `/operator/workspaces/${id}`, { name });
    if (renamed.status !== 200) throw refused(renamed);
  }

  /** Creates a machine token, which is only returned once. @throws Error with the directory's reason */
  async createToken(order: {
    name: string;
    workspaces: MachineTokenOrder['workspaces'];
    scopes: readonly Scope[];
    expiresInSeconds?: number;
  }): Promise<string> {
    const made = await this.ask('POST', '/operator/tokens', order);
    if (made.status !== 201) throw refused(made);
    return (made.body as { token: string }).token;
  }

  /**
   * Creates the first operator; undefined if there was one before. Password and secret are returned only once; either can be used to sign
   * in.
   * @throws Error with the directory's reason
   */
  async createFirstOperator(email?: string): Promise<FirstOperator | undefined> {
    const made = await this.ask('POST', '/internal/first-operator', { email });
    if (made.status === 409 && !hasFaults(made.body)) return undefined;
    if (made.status !== 201) throw refused(made);
    const operator = made.body as { email: string; password: string };
    return { ...operator, secret: (await this.createPasswordLink(operator.email)).secret };
  }

  /** Creates a link for a person who lost their password, even the last operator. @throws Error for an unknown address */
  async createPasswordLink(email: string): Promise<{ secret: string; expiresAt: string }> {
    const found = await this.ask('GET', `/operator/people?email=${encodeURIComponent(email)}`);
    if (found.status !== 200) throw refused(found);
    const [person] = (found.body as { people: { id: string }[] }).people;
    if (person === undefined) throw new Error(`Nobody has the address ${email}.`);
    const made = await this.ask('POST', `/operator/people/${person.id}/password-link`, {});
    if (made.status !== 201) throw refused(made);
    return made.body as { secret: string; expiresAt: string };
  }

  private async ask(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { 'x-waymark-internal': this.internalToken, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch((error: unknown) => {
      throw new Error(`The directory does not answer at ${this.url}: is Waymark running? Start it by: npm start`, { cause: error });
    });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  }
}

/** Whether a value of the request caused the conflict. */
function hasFaults(body: unknown): boolean {
  return (body as { errors?: unknown } | undefined)?.errors !== undefined;
}

function refused({ status, body }: { status: number; body: unknown }): Error {
  const { detail, title } = (body ?? {}) as { detail?: string; title?: string };
  return new Error(detail ?? title ?? `The directory answered with ${status}.`);
}
