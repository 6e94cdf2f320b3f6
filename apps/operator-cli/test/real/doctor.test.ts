import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding } from '#contracts/directory/diagnosis.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

/** The gateway's longest wait for its complete diagnosis, in addition to the time of a diagnosis without outages. */
const MAX_MS = 10_000;
/** Duration of a diagnosis from the same minute in which everything answered. */
let wellMs = 0;

let space: TestSpace;
let database: TcpProxy;
let broker: TcpProxy;
const services = {} as Record<ServiceName, RunningService>;
let operator: string;

beforeAll(async () => {
  space = await createTestSpace('doctor', { directory: 'real' });
  database = await TcpProxy.start(new URL(space.databaseUrl).host);
  broker = await TcpProxy.start(space.brokers[0]!, { kafka: true });
  const through = new URL(space.databaseUrl);
  through.port = String(database.port);
  const behind = { DATABASE_URL: through.href };
  for (const service of [
    'directory-service',
    'object-service',
    'projection-service',
    'area-service',
    'webhook-service',
    'report-service',
  ] as const)
    services[service] = await startService(service, space.environment(service, behind));
  services.gateway = await startService('gateway', space.environment('gateway', { KAFKA_BROKERS: broker.address }));
  const made = await fetch(`${services['directory-service'].url}/operator/tokens`, {
    method: 'POST',
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'test', workspaces: [], scopes: ['operator'] }),
  });
  operator = ((await made.json()) as { token: string }).token;
});
afterAll(async () => {
  for (const service of Object.values(services)) service.signal('SIGCONT');
  for (const service of Object.values(services)) await service.stop();
  await database?.close();
  await broker?.close();
  await space?.close();
});

interface Ran {
  code: number | undefined;
  err: string;
  findings: Finding[];
  ms: number;
}

async function doctor(): Promise<Ran> {
  const before = performance.now();
  const environment = { PATH: process.env.PATH, HOME: space.folder, WAYMARK_URL: services.gateway.url, WAYMARK_TOKEN: operator };
  const { exitCode, stdout, stderr } = await execa(process.execPath, [join(repositoryRoot, 'stack/waymark.mjs'), 'doctor', '--json'], {
    env: environment,
    extendEnv: false,
    reject: false,
  });
  return { code: exitCode, err: stderr, findings: stdout === '' ? [] : (JSON.parse(stdout) as Finding[]), ms: performance.now() - before };
}

const findingOf = ({ findings }: Ran, about: string): string | undefined => {
  const found = findings.find((finding) => finding.about === about);
  return found && `${found.state}: ${found.found}`;
};
const notFine = ({ findings }: Ran): string[] =>
  findings
    .filter(({ state }) => state !== 'fine')
    .map(({ about, found }) => `${about} ${found}`)
    .sort();

/** Waits until everything works again, so that outages do not overlap. */
async function healed(): Promise<void> {
  await vi.waitFor(
    async () => {
      const ran = await doctor();
      expect(notFine(ran)).toEqual([]);
      wellMs = ran.ms;
    },
    { timeout: 60_000, interval: 500 },
  );
}

describe('doctor, against a whole installation', { timeout: 120_000 }, () => {
  it('finds nothing to do, and has checked versions, migrations, clocks, disks and lag of every service', async () => {
    await healed();
    const well = await doctor();
    expect(well.code).toBe(0);
    const about = new Set(well.findings.map((finding) => finding.about));
    const wanted = ['object-service', 'projection-service', 'area-service', 'webhook-service', 'report-service'].flatMap((name) =>
      [
        'ready',
        'clock',
        'version',
        'migrations',
        'database',
        'database-clock',
        'upkeep',
        name === 'webhook-service' ? 'deliveries' : 'lag',
      ].map((what) => `${name}.${what}`),
    );
    expect(
      [
        ...wanted,
        'directory.migrations',
        'directory.database',
        'directory.database-clock',
        'directory.keys',
        'directory.publishing',
        'directory.moves',
        'directory.upkeep',
        'broker.topics',
        'broker.disk',
      ].filter((each) => !about.has(each)),
    ).toEqual([]);
    expect(findingOf(well, 'broker.disk')).toMatch(/^fine: \d+ MiB are free \(\d+ %\)/);
    expect(findingOf(well, 'object-service.upkeep')).toMatch(/^fine: \d+ tasks, none is overdue/);
    expect(findingOf(well, 'object-service.database')).toMatch(/ MiB of its disk are free/);
  });

  describe.each(['object-service', 'projection-service', 'directory-service'] as const)('%s', (service) => {
    it.each(['frozen', 'stopped'])('%s: is broken, as is everything that depends only on it, and nothing else', async (how) => {
      if (how === 'frozen') services[service].signal('SIGSTOP');
      else await services[service].stop();
      const ran = await doctor();
      if (how === 'frozen') services[service].signal('SIGCONT');
      else await services[service].restart();
      expect([ran.code, findingOf(ran, `${service}.ready`)]).toEqual([5, 'broken: does not answer']);
      const also = service === 'directory-service' ? ['directory.diagnosis the directory service does not answer'] : [];
      expect(notFine(ran)).toEqual([...also, `${service}.ready does not answer`].sort());
      expect(ran.ms).toBeLessThan(MAX_MS + wellMs);
      await healed();
    });
  });

  it('the database frozen: every service is not ready for that reason, and the directory is not reported as unavailable', async () => {
    database.freeze();
    const ran = await doctor();
    database.thaw();
    expect(ran.code).toBe(5);
    for (const service of [
      'object-service',
      'projection-service',
      'directory-service',
      'area-service',
      'webhook-service',
      'report-service',
    ])
      expect(findingOf(ran, `${service}.ready`)).toContain('broken: not ready: database');
    for (const name of ['object-service', 'projection-service', 'area-service', 'webhook-service', 'report-service', 'directory'])
      expect(findingOf(ran, `${name}.database`)).toMatch(/^broken: does not answer/);
    expect(findingOf(ran, 'directory.diagnosis')).toBeUndefined();
    expect(findingOf(ran, 'gateway.version')).toMatch(/^fine/);
    expect(ran.ms).toBeLessThan(MAX_MS + wellMs);
    await healed();
  });

  it('the broker frozen: it is broken, and the answer does not wait long for it', async () => {
    broker.freeze();
    const ran = await doctor();
    broker.thaw();
    expect([ran.code, findingOf(ran, 'broker.topics')]).toEqual([5, 'broken: the broker does not answer']);
    expect(ran.ms).toBeLessThan(MAX_MS + wellMs);
    await healed();
  });

  it('the gateway frozen: reported after 5 s', async () => {
    services.gateway.signal('SIGSTOP');
    const ran = await doctor();
    services.gateway.signal('SIGCONT');
    expect([ran.code, ran.err]).toEqual([3, expect.stringContaining('no answer within 5 s')]);
    expect(ran.ms).toBeLessThan(7000 + wellMs);
  });

  it('the gateway stopped: reported at once', async () => {
    await services.gateway.stop();
    const ran = await doctor();
    expect([ran.code, ran.err]).toEqual([3, expect.stringContaining('ECONNREFUSED')]);
    expect(ran.ms).toBeLessThan(3500 + wellMs);
  });
});
