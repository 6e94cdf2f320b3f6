import pg from 'pg';
import { CALLER_HEADER, type ForwardedCaller, forwardedCallerHeader } from '#identity/forwarded-caller.js';
import { freePorts } from '#stack/processes/free-port.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at freely
  json: any;
  text: string;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  /** The client's address, as forwarded by a trusted proxy. */
  from?: string;
  /** Index of the gateway; default: the first. */
  gateway?: number;
  headers?: Record<string, string>;
}

/** A real directory service behind real gateways, which trust a proxy on this machine. */
export interface DirectoryInTest {
  space: TestSpace;
  directory: RunningService;
  gateways: RunningService[];
  /** Calls a gateway, like any client. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Calls the directory itself, like the installation's own commands. */
  inside(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Calls the directory itself, like a gateway on behalf of a caller. */
  as(caller: ForwardedCaller, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  login(email: string, password?: string, from?: string): Promise<Answer>;
  /** A person with the password `PASSWORD` and these roles; creates the workspaces. */
  person(email: string, roles?: Record<string, string>, more?: { operator?: boolean }): Promise<{ id: string; email: string }>;
  /** Runs SQL in the directory's schema. */
  query(sql: string, values?: unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export const PASSWORD = 'a long walk by the quiet harbour';

export async function startDirectory(name: string, settings: Record<string, string> = {}, gatewayCount = 1): Promise<DirectoryInTest> {
  const space = await createTestSpace(name, { directory: 'real' });
  const directory = await startService('directory-service', space.environment('directory-service', settings));
  const ports = [space.environment('gateway').PORT!, ...(await freePorts(gatewayCount - 1)).map(String)];
  const gateways = await Promise.all(
    ports.map((PORT) => startService('gateway', space.environment('gateway', { PORT, TRUSTED_PROXIES: '127.0.0.1' }))),
  );
  const call: DirectoryInTest['call'] = (method, path, { token, body, from, gateway = 0, headers } = {}) =>
    send(gateways[gateway]!.url + path, method, body, {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    });
  const internal = { 'x-waymark-internal': space.installation.secrets.internalToken };
  const inside: DirectoryInTest['inside'] = (method, path, body) => send(directory.url + path, method, body, internal);
  const as: DirectoryInTest['as'] = (caller, method, path, body, headers) =>
    send(directory.url + path, method, body, { ...internal, ...headers, [CALLER_HEADER]: forwardedCallerHeader(caller) });
  const database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.directory}` });
  await database.connect();
  return {
    space,
    directory,
    gateways,
    call,
    inside,
    as,
    login: (email, password = PASSWORD, from) => call('POST', '/auth/login', { body: { email, password }, from }),
    async person(email, roles = {}, more = {}) {
      const made = expectStatus(await inside('POST', '/operator/people', { email, name: `Name of ${email}`, ...more }), 201);
      const { secret } = expectStatus(await inside('POST', `/operator/people/${made.json.id}/password-link`), 201).json as {
        secret: string;
      };
      expectStatus(await inside('POST', '/auth/password/reset', { secret, newPassword: PASSWORD }), 204);
      for (const [workspace, role] of Object.entries(roles)) {
        await inside('POST', '/operator/workspaces', { id: workspace });
        expectStatus(await inside('PUT', `/operator/people/${made.json.id}/workspaces/${workspace}`, { role }), 200);
      }
      return { id: made.json.id as string, email };
    },
    query: async (sql, values) => (await database.query(sql, values)).rows as unknown[],
    async close() {
      await database.end();
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await directory.stop();
      await space.close();
    },
  };
}

function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
}

async function send(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
}
