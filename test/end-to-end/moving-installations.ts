import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const SERVICES = ['directory-service', 'object-service', 'projection-service', 'area-service', 'webhook-service', 'gateway'] as const;
type Service = (typeof SERVICES)[number];

const SETTINGS: Partial<Record<Service, Record<string, string>>> = {
  'directory-service': { DELETE_GRACE_DAYS: '0' },
  // The receiver is on this machine.
  'webhook-service': {
    ALLOW_HTTP: 'true',
    ALLOWED_PORTS: '*',
    ALLOWED_NETWORKS: '127.0.0.0/8',
    RETRY_FIRST_MS: '40',
    RETRY_LONGEST_SECONDS: '1',
  },
};

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

/** One whole separate Waymark, which logs everything that it can. */
export class Installation {
  readonly services = new Map<Service, RunningService>();
  operator = '';

  private constructor(readonly space: TestSpace) {}

  static async start(name: string): Promise<Installation> {
    const installation = new Installation(await createTestSpace(name, { directory: 'real' }));
    const { space, services } = installation;
    for (const service of SERVICES)
      services.set(service, await startService(service, space.environment(service, { LOG_LEVEL: 'trace', ...SETTINGS[service] })));
    installation.operator = (
      await installation.inner('POST', '/operator/tokens', {
        name: 'operator',
        workspaces: [],
        scopes: ['operator'],
        expiresInSeconds: 3600,
      })
    ).json.token as string;
    return installation;
  }

  get url(): string {
    return this.services.get('gateway')!.url;
  }

  inner(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return send(
      this.services.get('directory-service')!.url + path,
      method,
      { 'x-waymark-internal': this.space.installation.secrets.internalToken, ...headers },
      body,
    );
  }

  call(token: string, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    return send(this.url + path, method, { authorization: `Bearer ${token}`, ...headers }, body);
  }

  async stop(): Promise<void> {
    for (const service of [...this.services.values()].reverse()) await service.stop();
    await this.space.close();
  }
}

async function send(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
}

/** Posts through the former address all the time, each report until it is acknowledged. */
export class Truck {
  acknowledged = 0;
  longestRefusalMs = 0;
  readonly oddAnswers: number[] = [];

  constructor(
    private readonly to: { side: Installation; token: string; workspace: string },
    readonly id: string,
  ) {}

  async drive(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.report(this.acknowledged + 1);
      await sleep(30);
    }
  }

  private async report(sequence: number): Promise<void> {
    const { side, token, workspace } = this.to;
    const startedAt = performance.now();
    const key = randomUUID();
    const element = {
      externalId: this.id,
      locationUpdate: { newPosition: { lat: 50 + sequence / 10_000, lon: 7 } },
      fieldValues: [{ type: 'Number', field: 'sequence', value: sequence }],
      initialExternalObject: { title: this.id, type: 'truck' },
    };
    for (;;) {
      const { status } = await side.call(token, 'POST', `/groups/${workspace}/externalObjects`, [element], { 'idempotency-key': key });
      if (status === 200 || status === 202) break;
      if (status !== 503) this.oddAnswers.push(status);
      await sleep(100);
    }
    this.longestRefusalMs = Math.max(this.longestRefusalMs, performance.now() - startedAt);
    this.acknowledged = sequence;
  }
}

/** Runs of the command that moves workspaces, as separate processes. */
export class MoveRuns {
  private readonly started: ChildProcess[] = [];

  constructor(private readonly sides: { from: Installation; to: Installation }) {}

  /** One, until it ends or says a text, at which it is killed. */
  async run(workspace: string, killAt?: string): Promise<{ code: number | null; output: string }> {
    const { from, to } = this.sides;
    const file = join(from.space.folder, 'token-of-the-other-side');
    await writeFile(file, to.operator, { mode: 0o600 });
    const child = spawn(
      process.execPath,
      [join(repositoryRoot, 'dist/stack/waymark.js'), 'move', workspace, '--to', to.url, '--token-file', file],
      { env: { ...process.env, WAYMARK_URL: from.url, WAYMARK_TOKEN: from.operator } },
    );
    this.started.push(child);
    let output = '';
    const read = (piece: Buffer): void => {
      output += piece.toString();
      if (killAt !== undefined && output.includes(killAt)) child.kill('SIGKILL');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output };
  }

  killAll(): void {
    for (const each of this.started) each.kill('SIGKILL');
  }
}
