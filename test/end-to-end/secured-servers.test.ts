import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLedTopics } from '#kafka/topics/topics.js';
import { createDataSource } from '#postgres/data-source.js';
import { createPool } from '#postgres/pool.js';
import { chosenBrokers } from '#stack/dlq/chosen-brokers.js';
import { withDesks } from '#stack/dlq/desks.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { CertificateAuthority, type CertificateFiles } from '#testing/certificates.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { type SecuredBroker, startSecuredBroker } from '#testing/secured-broker.js';
import { type SecuredDatabase, startSecuredDatabase } from '#testing/secured-database.js';
import { BROKERS_VARIABLE, DATABASE_VARIABLE } from '#testing/test-infrastructure.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { KAFKA_SOURCE } from '../../apps/agent/src/sources/kafka/kafka-source.js';
import type { KafkaOptions } from '../../apps/agent/src/sources/kafka/options.js';
import { RunningSource, until } from '../../apps/agent/test/unit/sources/source-bench.js';

// As managed clusters and databases are: with certificates of an authority that Node.js does not know, logins, and
// logins that end. One broker for all: its start is dear.

/** Far below what the client's own bound would stand (ten seconds). */
const LOGIN_LIFETIME_MS = 4000;
const WRONG_PASSWORD = 'not-the-password-0815';

let folder: string;
let client: CertificateFiles;
let foreign: CertificateFiles;
let broker: SecuredBroker;
let database: SecuredDatabase;
let space: TestSpace;
let topic: string;
let sent = 0;
const shared = { [BROKERS_VARIABLE]: process.env[BROKERS_VARIABLE], [DATABASE_VARIABLE]: process.env[DATABASE_VARIABLE] };
const sources: RunningSource[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-secured-'));
  const authority = await CertificateAuthority.create();
  client = await authority.write(join(folder, 'client'), 'client');
  foreign = await (await CertificateAuthority.create()).write(join(folder, 'foreign'), 'client');
  [broker, database] = await Promise.all([
    startSecuredBroker({ directory: folder, authority, loginLifetimeMs: LOGIN_LIFETIME_MS }),
    startSecuredDatabase(folder, authority),
  ]);
  process.env[BROKERS_VARIABLE] = broker.plain;
  process.env[DATABASE_VARIABLE] = database.url;
  space = await createTestSpace('secured');
  topic = `${space.prefix}customer`;
  const admin = space.kafka.admin();
  await admin.connect();
  await createLedTopics(admin, [{ topic, numPartitions: 2, replicationFactor: 1 }]);
  await admin.disconnect();
  await send(20);
}, 180_000);
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const source of sources.splice(0)) await source.stop();
});
afterAll(async () => {
  await Promise.all([broker?.stop(), database?.stop()]);
  Object.assign(process.env, shared);
  await rm(folder, { recursive: true, force: true });
});

async function send(count: number): Promise<void> {
  const producer = space.kafka.producer({ idempotent: true });
  await producer.connect();
  await producer.send({
    topic,
    messages: Array.from({ length: count }, () => ({ key: `k${sent % 5}`, value: JSON.stringify({ n: sent++ }) })),
  });
  await producer.disconnect();
}

const tls = () => ({ caFile: client.caFile });
const login = (mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512' = 'scram-sha-512', password = broker.password) => ({
  mechanism,
  username: broker.username,
  password,
});
const source = (more: Partial<KafkaOptions>): KafkaOptions => ({
  brokers: [broker.login],
  topic,
  groupId: `${topic}-${Math.random()}`,
  ...more,
});

/** The findings of `check`, and the log meanwhile. */
async function check(options: KafkaOptions): Promise<{ level: string; text: string; log: string }> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const { findings } = await KAFKA_SOURCE.check(options, { name: 'test', log, signal: new AbortController().signal });
  expect(findings).toHaveLength(1);
  return { ...findings[0]!, log: lines.join('') };
}

describe("the agent's source of a topic", () => {
  const WAYS: [string, () => Partial<KafkaOptions>][] = [
    [
      'TLS and a client certificate',
      () => ({ brokers: [broker.tls], tls: { ...tls(), certFile: client.certFile, keyFile: client.keyFile } }),
    ],
    ['TLS and a login by SCRAM-SHA-512', () => ({ tls: tls(), sasl: login() })],
    ['TLS and a login by PLAIN', () => ({ tls: tls(), sasl: login('plain') })],
  ];

  it.each(WAYS)('reads by %s', async (_way, more) => {
    const found = await check(source(more()));
    expect(found).toMatchObject({ level: 'fine', text: `${topic} has 2 partitions with at most 20 records.` });
    expect(found.log).not.toContain(broker.password);
    const running = RunningSource.start(KAFKA_SOURCE, source(more()));
    sources.push(running);
    await until(() => running.kept.length === 20, 30_000);
  });

  it.each<[string, () => Partial<KafkaOptions>, RegExp]>([
    [
      'a wrong password',
      () => ({ tls: tls(), sasl: login('scram-sha-512', WRONG_PASSWORD) }),
      /The brokers refuse the login: look at sasl\.username, sasl\.password and sasl\.mechanism\.$/,
    ],
    [
      'a wrong password, reported as such',
      () => ({ tls: tls(), sasl: login('plain', WRONG_PASSWORD) }),
      /The brokers refuse the login: look at sasl\.username/,
    ],
    [
      'a way to log in that the brokers do not take',
      () => ({ tls: tls(), sasl: login('scram-sha-256') }),
      /do not take this way to log in: choose another sasl\.mechanism\.$/,
    ],
    [
      'another authority',
      () => ({ tls: { caFile: foreign.caFile }, sasl: login() }),
      /not signed by an authority that is known here: name the file of theirs as tls\.caFile\.$/,
    ],
    ['the authorities of Node.js alone', () => ({ tls: {}, sasl: login() }), /name the file of theirs as tls\.caFile\.$/],
    [
      'no client certificate',
      () => ({ brokers: [broker.tls], tls: tls() }),
      /want a certificate that they know: look at tls\.certFile and tls\.keyFile\.$/,
    ],
    [
      'a certificate of another authority',
      () => ({ brokers: [broker.tls], tls: { ...tls(), certFile: foreign.certFile, keyFile: foreign.keyFile } }),
      /want a certificate that they know/,
    ],
    [
      'TLS where there is none',
      () => ({ brokers: [broker.plain], tls: tls() }),
      /do not speak TLS at this port: name the port that does in brokers, or do without tls\.$/,
    ],
    [
      'no TLS where there is',
      () => ({ sasl: login() }),
      /hang up: perhaps they speak TLS at this port \(tls\), or want a login \(sasl\.mechanism\)\.$/,
    ],
    ['no login', () => ({ tls: tls() }), /hang up: perhaps they speak TLS at this port \(tls\), or want a login \(sasl\.mechanism\)\.$/],
  ])('says what to do about %s', async (_what, more, advice) => {
    const found = await check(source(more()));
    expect(found.level).toBe('fault');
    expect(found.text).toMatch(advice);
    // The names of the services' settings.
    expect(found.log).not.toContain('KAFKA_');
    for (const secret of [broker.password, WRONG_PASSWORD]) expect(found.text + found.log).not.toContain(secret);
  });

  it.each<[string, () => Partial<KafkaOptions>, RegExp]>([
    [
      'a wrong password',
      () => ({ tls: tls(), sasl: login('scram-sha-512', WRONG_PASSWORD) }),
      /^disconnected: .*refuse the login: look at sasl\.username, sasl\.password/,
    ],
    [
      'another authority',
      () => ({ tls: { caFile: foreign.caFile }, sasl: login() }),
      /^disconnected: .*name the file of theirs as tls\.caFile/,
    ],
  ])('shows in its state what to do about %s, and goes on trying', async (_what, more, state) => {
    const running = RunningSource.start(KAFKA_SOURCE, source(more()));
    sources.push(running);
    await until(() => running.states.length >= 2, 30_000);
    for (const each of running.states) expect(each).toMatch(state);
    expect(running.states.join()).not.toContain(WRONG_PASSWORD);
    expect(running.failure).toBeUndefined();
  });
});

describe('a connection to the database', () => {
  const url = (files: CertificateFiles, more = 'sslmode=verify-full') =>
    `${database.url}?${more}&sslrootcert=${encodeURIComponent(files.caFile)}`;
  const IS_ENCRYPTED = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';

  it.each<[string, (url: string) => Promise<unknown>]>([
    [
      'pool',
      async (of) => {
        const pool = createPool({ url: of, schema: 'public', max: 1, applicationName: 'test' });
        return pool
          .query<{ ssl: boolean }>(IS_ENCRYPTED)
          .then(({ rows }) => rows[0]?.ssl)
          .finally(() => pool.end());
      },
    ],
    [
      'data source of TypeORM',
      async (of) => {
        const source = createDataSource({ url: of, schema: 'public', entities: [], migrations: [] });
        await source.initialize();
        return source
          .query(IS_ENCRYPTED)
          .then((rows: { ssl: boolean }[]) => rows[0]?.ssl)
          .finally(() => source.destroy());
      },
    ],
  ])('of a %s is as its address says: encrypted, with a server that is who it says', async (_what, encrypted) => {
    expect(await encrypted(url(client))).toBe(true);
    expect(await encrypted(url(client).replace('localhost', '127.0.0.1'))).toBe(true);
    expect(await encrypted(database.url)).toBe(false);
    await expect(encrypted(url(foreign))).rejects.toThrow(/certificate/);
    await expect(encrypted(`${database.url}?sslmode=verify-full`)).rejects.toThrow(/certificate/);
    await expect(encrypted(url(client).replace('localhost', '127.0.0.2'))).rejects.toThrow(/altnames|ECONNREFUSED/);
  });
});

describe('the services', () => {
  const SERVICES = ['object-service', 'projection-service', 'gateway'] as const;
  const services: RunningService[] = [];
  const secured = (password = broker.password) => ({
    KAFKA_BROKERS: broker.login,
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: client.caFile,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: broker.username,
    KAFKA_PASSWORD: password,
    DATABASE_URL: `${database.url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(client.caFile)}`,
  });
  const logs = (): string[] => services.map((service) => service.log());
  let headers: Record<string, string>;
  let address: string;

  beforeAll(async () => {
    headers = { authorization: `Bearer ${await space.token({ workspaces: ['ws1'] })}`, 'content-type': 'application/json' };
    services.push(...(await Promise.all(SERVICES.map((name) => startService(name, space.environment(name, secured()))))));
    address = `${services.at(-1)!.url}/groups/ws1/externalObjects`;
  }, 120_000);
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  async function post(externalId: string): Promise<number> {
    const answer = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify([{ externalId, locationUpdate: { newPosition: { lat: 1, lon: 2 } } }]),
    });
    await answer.body?.cancel();
    return answer.status;
  }

  const read = async (externalId: string): Promise<number> => {
    const answer = await fetch(`${address}/${externalId}`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };

  it('take an update and give it back, with both servers encrypted', async () => {
    expect(await post('secured-1')).toBe(200);
    await expect.poll(() => read('secured-1')).toBe(200);
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    const { rows } = await reader
      .query<{ ssl: boolean; application_name: string }>(
        "select ssl, application_name from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'waymark-%'",
      )
      .finally(() => reader.end());
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
  });

  it('continue while logins end and are renewed, as an agent does', async () => {
    const running = RunningSource.start(KAFKA_SOURCE, source({ tls: tls(), sasl: login() }));
    sources.push(running);
    const from = sent;
    const before = logs();
    const end = performance.now() + 3.5 * LOGIN_LIFETIME_MS;
    const answers: number[] = [];
    while (performance.now() < end) {
      answers.push(await post(`renewed-${answers.length}`));
      await send(1);
      await sleep(200);
    }
    // One that nobody renewed meanwhile.
    await sleep(1.5 * LOGIN_LIFETIME_MS);
    answers.push(await post(`renewed-${answers.length}`));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    await until(() => running.kept.length === sent, 30_000);
    expect(sent - from).toBe(answers.length - 1);
    expect(running.states.filter((state) => state.startsWith('connected'))).toHaveLength(1);
    for (const n of [0, answers.length - 1]) await expect.poll(() => read(`renewed-${n}`)).toBe(200);
    for (const [index, log] of logs().entries()) expect(log.slice(before[index]!.length)).not.toMatch(/"level":"(?:warn|error|fatal)"/);
  });

  it('continue when the broker was started again', { timeout: 180_000 }, async () => {
    const running = RunningSource.start(KAFKA_SOURCE, source({ tls: tls(), sasl: login() }));
    sources.push(running);
    await until(() => running.kept.length === sent, 30_000);
    const pids = services.map(({ pid }) => pid);
    await broker.restart();
    await expect.poll(() => post('after-restart'), { timeout: 60_000, interval: 500 }).toBe(200);
    await expect.poll(() => read('after-restart'), { timeout: 30_000 }).toBe(200);
    await send(5);
    await until(() => running.kept.length === sent, 60_000);
    expect(services.map((service) => [service.pid, service.signal('SIGCONT')])).toEqual(pids.map((pid) => [pid, true]));
    expect(logs().join('')).not.toMatch(/"level":"fatal"/);
  });

  it('say what to do where the login is refused, and show no password', async () => {
    const refused = await startService('object-service', space.environment('object-service', { ...secured(WRONG_PASSWORD), PORT: '0' }), {
      awaitReady: false,
    });
    try {
      await expect
        .poll(() => refused.log(), { timeout: 30_000 })
        .toMatch(/"level":"warn".*look at KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM/);
    } finally {
      await refused.stop();
    }
    for (const secret of [broker.password, WRONG_PASSWORD]) expect(logs().join('') + refused.log()).not.toContain(secret);
  });

  it('have tools that speak to the brokers as they do', async () => {
    const prepare = (environment: Record<string, string>) =>
      execa(process.execPath, [join(repositoryRoot, 'dist/stack/prepare-installation.js')], {
        env: { ...environment, TOPIC_PREFIX: 'prepared.' },
        reject: false,
      });
    expect(await prepare(secured())).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/the topics are ready$/) as string });
    const wrong = await prepare(secured(WRONG_PASSWORD));
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stdout + wrong.stderr).toMatch(/look at KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM/);
    expect(wrong.stdout + wrong.stderr).not.toContain(WRONG_PASSWORD);

    const letters = () =>
      withDesks({ ...chosenBrokers(broker.login), prefix: space.prefix }, (desks) =>
        Promise.all([...desks.values()].map((desk) => desk.list())),
      );
    for (const [name, value] of Object.entries(secured())) vi.stubEnv(name, value);
    expect((await letters()).flat()).toEqual([]);
    vi.stubEnv('KAFKA_CA_FILE', foreign.caFile);
    await expect(letters()).rejects.toThrow(/name the file of theirs as KAFKA_CA_FILE/);
  });
});
