import { type ReadonlySignal, signal } from '@preact/signals';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Schemas, TokenSource } from '../api/api.js';
import { ApiProblem, noAnswer, problemOf } from '../api/problem.js';
import { type Claims, claimsOf } from './claims.js';
import { type Membership, membershipsOfPerson, membershipsOfToken } from './memberships.js';
import { forget, remember, rememberedPerson } from './remembered-person.js';

type LoginAnswer = Omit<Schemas['LoginAnswer'], 'refreshToken'>;

/** The person who uses the app. */
export interface SignedIn {
  kind: 'person' | 'token' | 'share';
  /** Name of the person; otherwise empty. */
  name: string;
  email: string;
  /** Claim `sub`. */
  subject: string;
  operator: boolean;
  workspaces: readonly Membership[];
}

/** The contents of a share link. */
export interface Shown {
  /** Name of the link; empty if only its token is known. */
  name: string;
  shows: Schemas['SharedView'];
  /** When the link expires, milliseconds since the epoch. */
  until: number;
}

export type SessionState =
  | { is: 'starting' }
  | { is: 'unreachable'; problem: ApiProblem }
  | { is: 'signed-out'; why?: 'ended' }
  | { is: 'must-change-password'; person: SignedIn }
  | { is: 'signed-in'; who: SignedIn };

const ROUTE = '/app/session';
const SHARE_ROUTE = '/auth/share';
/** A token is renewed this time before it expires, because calls with it must arrive before. */
const RENEW_BEFORE_MS = 30_000;
const RETRY_MS = [1000, 2000, 5000, 10_000];

/**
 * The signed-in person and the current access token. The access token is only in this object, and the refresh token in a cookie that
 * scripts cannot read, so an injected script cannot keep either.
 */
export class Session implements TokenSource {
  private readonly now = signal<SessionState>({ is: 'starting' });
  readonly state: ReadonlySignal<SessionState> = this.now;
  private readonly without = signal(false);
  /** True if the app was opened without a connection: it assumes the last person and can store scans, but has no token yet. */
  readonly away: ReadonlySignal<boolean> = this.without;
  private readonly link = signal<Shown | undefined>(undefined);
  /** Undefined if the app was not opened by a share link. */
  readonly shown: ReadonlySignal<Shown | undefined> = this.link;
  /** Code of the opened share link, exchanged for a token repeatedly. */
  private code: string | undefined;
  private access: { token: string; expiresAt: number; renewable: boolean } | undefined;
  /** A password that must be changed, so that nobody types it twice. */
  private given: string | undefined;
  private renewal: Promise<string | undefined> | undefined;

  /**
   * Resumes the session of the browser's cookie, if there is one. Retries until there is an answer, and meanwhile opens the app for the
   * last person.
   */
  async start(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return void (await this.renew());
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (error.status >= 400 && error.status < 500 && error.status !== 429) return this.end();
        this.waitWithout(error);
        await passed(Math.max(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!, 1000 * (error.retryAfter ?? 0)));
      }
    }
  }

  /** @throws ApiProblem */
  async signIn(email: string, password: string): Promise<void> {
    this.take(await ask('', { email, password }));
    this.given = this.now.peek().is === 'must-change-password' ? password : undefined;
  }

  /** Sets a password with the one-time code of an invite link and signs in. @throws ApiProblem */
  async acceptInvitation(secret: string, newPassword: string): Promise<void> {
    this.take(await ask('/invitation', { secret, newPassword }));
  }

  /** Replaces the one-time password that the person has just used. @throws ApiProblem */
  async replaceGivenPassword(newPassword: string): Promise<void> {
    await this.changePassword(this.given ?? '', newPassword);
    this.given = undefined;
  }

  /** Completes a sign-in with an OpenID provider. @throws ApiProblem */
  async signInByProvider(code: string, verifier: string): Promise<void> {
    this.take(await ask('/provider', { code, verifier }));
  }

  /** @throws ApiProblem */
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    this.take(await ask('/password-change', { oldPassword, newPassword }, this.access?.token));
  }

  /** Uses a given token until the page is closed. @throws ApiProblem if it is not a token */
  useToken(token: string, kind: 'token' | 'share' = 'token'): void {
    const claims: Claims = claimsOf(token);
    this.access = { token, expiresAt: claims.expiresAt, renewable: false };
    this.now.value = {
      is: 'signed-in',
      who: {
        kind,
        name: '',
        email: '',
        subject: claims.subject,
        operator: claims.scopes.includes('operator'),
        workspaces: membershipsOfToken(claims),
      },
    };
  }

  /** Reads the person and their workspaces again after their memberships have changed. @throws ApiProblem */
  async lookAgain(): Promise<void> {
    if (this.access?.renewable) await this.renew();
  }

  /** Whether a share link is used: its token can read objects, but no areas or field definitions. */
  get shared(): boolean {
    const state = this.state.value;
    return state.is === 'signed-in' && state.who.kind === 'share';
  }

  /** Uses a share link's code until the link expires; resolves when there was an answer. */
  async openShareLink(code: string): Promise<void> {
    this.code = code;
    await this.start();
  }

  /** Uses a share link that contains its token. An invalid one, for example a truncated one, ends at once. */
  useSharedToken(token: string): void {
    try {
      this.useToken(token, 'share');
      this.link.value = { name: '', shows: {}, until: this.access!.expiresAt };
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      this.now.value = { is: 'signed-out', why: 'ended' };
    }
  }

  async signOut(): Promise<void> {
    const renewable = this.code === undefined && (this.access?.renewable ?? false);
    this.given = undefined;
    this.access = undefined;
    if (this.code === undefined) forget();
    if (renewable) await call('DELETE', '').catch(() => undefined);
    this.now.value = { is: 'signed-out' };
  }

  async token(): Promise<string | undefined> {
    if (this.access === undefined) return this.away.peek() ? this.renew() : undefined;
    const { token, expiresAt, renewable } = this.access;
    if (!renewable || Date.now() < expiresAt - RENEW_BEFORE_MS) return token;
    return this.renew();
  }

  async refused(token: string): Promise<string | undefined> {
    if (this.access === undefined) return undefined;
    if (this.access.token !== token) return this.access.token;
    if (this.access.renewable) return this.renew();
    this.end();
    return undefined;
  }

  /** Whether the signed-in person or token has a scope in a workspace. */
  may(workspace: string, scope: Scope): boolean {
    const state = this.state.value;
    return state.is === 'signed-in' && (state.who.workspaces.find(({ id }) => id === workspace)?.scopes.has(scope) ?? false);
  }

  /** One renewal at a time. While there is no answer, the old token is used until it is refused. */
  private renew(): Promise<string | undefined> {
    this.renewal ??= this.renewOnce().finally(() => (this.renewal = undefined));
    return this.renewal;
  }

  private async renewOnce(): Promise<string | undefined> {
    try {
      if (this.code !== undefined) return await this.exchange(this.code);
      const response = await call('POST', '/refresh');
      // The browser has no session, for example at a first visit.
      if (response.status === 204) {
        this.end();
        return undefined;
      }
      this.take((await response.json()) as LoginAnswer);
      return this.access?.token;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // An expired or unknown share code is answered with 404 or 422; these do not end the session of a person.
      const over = this.code === undefined ? [401, 403] : [401, 403, 404, 422];
      if (over.includes(error.status)) {
        this.end();
        return undefined;
      }
      if (this.access !== undefined && Date.now() < this.access.expiresAt) return this.access.token;
      throw error;
    }
  }

  private async exchange(code: string): Promise<string> {
    const response = await fetch(SHARE_ROUTE, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    }).catch((error: unknown) => Promise.reject(noAnswer(error)));
    if (!response.ok) throw problemOf(response, await response.text());
    const { apiAccessToken, name, shows, expiresAt } = (await response.json()) as Schemas['OpenedShareLink'];
    const isFirst = this.link.peek() === undefined;
    this.link.value = { name, shows, until: Date.parse(expiresAt) };
    if (isFirst) this.useToken(apiAccessToken.token, 'share');
    this.access = { token: apiAccessToken.token, expiresAt: Date.parse(apiAccessToken.expiresAt), renewable: true };
    return apiAccessToken.token;
  }

  private take({ apiAccessToken, mustChangePassword, person }: LoginAnswer): void {
    this.access = { token: apiAccessToken.token, expiresAt: Date.parse(apiAccessToken.expiresAt), renewable: true };
    const { id, name, email, operator, workspaces } = person;
    const who: SignedIn = { kind: 'person', name, email, subject: `person:${id}`, operator, workspaces: membershipsOfPerson(workspaces) };
    this.without.value = false;
    if (!mustChangePassword) remember({ id, name, workspaces });
    this.now.value = mustChangePassword ? { is: 'must-change-password', person: who } : { is: 'signed-in', who };
  }

  /** The first call had no answer: assumes the last known person, without a token, or reports that the server cannot be reached. */
  private waitWithout(problem: ApiProblem): void {
    if (this.away.peek()) return;
    const known = this.code === undefined ? rememberedPerson() : undefined;
    if (known === undefined) return void (this.now.value = { is: 'unreachable', problem });
    this.without.value = true;
    this.now.value = {
      is: 'signed-in',
      who: {
        kind: 'person',
        name: known.name,
        email: '',
        subject: `person:${known.id}`,
        operator: false,
        workspaces: membershipsOfPerson(known.workspaces),
      },
    };
  }

  /** Shows the reason only to somebody who was using the app. */
  private end(): void {
    const before = this.now.peek();
    this.access = undefined;
    this.without.value = false;
    if (this.code === undefined && (before.is !== 'signed-in' || before.who.kind === 'person')) forget();
    this.now.value = { is: 'signed-out', ...(before.is === 'signed-in' && { why: 'ended' as const }) };
  }
}

/** Resolves after the time, or when the network is back. */
const passed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
  });

const ask = (path: string, body?: object, token?: string): Promise<LoginAnswer> =>
  call('POST', path, body, token).then((response) => response.json() as Promise<LoginAnswer>);

async function call(method: string, path: string, body?: object, token?: string): Promise<Response> {
  // Forms on other sites cannot set this header.
  const headers: Record<string, string> = { 'Waymark-App': '1' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(`${ROUTE}${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: 'same-origin',
  }).catch((error: unknown) => Promise.reject(noAnswer(error)));
  if (!response.ok) throw problemOf(response, await response.text());
  return response;
}
