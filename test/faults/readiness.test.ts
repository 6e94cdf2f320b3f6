import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

/** Each check takes 2 s at most. */
const ANSWER_MS = 4_000;
/** A consumer counts as cut off when it has not reached the broker for the session time-out (10 s). */
const NOTICED_MS = 25_000;
const BACK_MS = 45_000;
const TEST_MS = 150_000;

/** The gateway's readiness is tested in broker.test.ts and in its own tests. */
describe.each([
  { name: 'object-service', broker: 'commands' },
  { name: 'projection-service', broker: 'events' },
] as const)('the readiness of the $name', ({ name, broker }) => {
  let space: TestSpace;
  let brokerProxy: TcpProxy;
  let databaseProxy: TcpProxy;
  let service: RunningService;
  let pid: number;

  beforeAll(async () => {
    space = await createTestSpace(`ready-${name}`);
    const database = new URL(space.databaseUrl);
    brokerProxy = await TcpProxy.start(space.brokers[0]!, { kafka: true });
    databaseProxy = await TcpProxy.start(database.host);
    database.host = databaseProxy.address;
    service = await startService(name, space.environment(name, { KAFKA_BROKERS: brokerProxy.address, DATABASE_URL: database.href }));
    pid = service.pid;
  });
  afterAll(async () => {
    await service?.stop();
    await brokerProxy?.close();
    await databaseProxy?.close();
    await space?.close();
  });

  /** The parts reported as missing; empty when the service is ready. */
  async function missing(): Promise<string[]> {
    const answer = await fetch(`${service.url}/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.status === 200) return [];
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
      503,
      '1',
      'application/problem+json',
    ]);
    const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
    return errors.map(({ pointer }) => pointer.replace('#/checks/', ''));
  }

  /** Expects that the process is the same, never restarted. */
  async function expectAlive(): Promise<void> {
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect([service.pid, service.signal('SIGCONT')]).toEqual([pid, true]);
  }

  const backAgain = () => expect.poll(missing, { timeout: BACK_MS, interval: 250 }).toEqual([]);

  it.each<[string, (proxy: TcpProxy) => void, (proxy: TcpProxy) => void]>([
    ['cut off', (proxy) => proxy.cut(), (proxy) => proxy.restore()],
    ['silent', (proxy) => proxy.freeze(), (proxy) => proxy.thaw()],
  ])('names the database while that is %s, and nothing once it is back', { timeout: TEST_MS }, async (_how, take, giveBack) => {
    await backAgain();
    take(databaseProxy);
    try {
      await expect.poll(missing, { timeout: NOTICED_MS, interval: 250 }).toEqual(['database']);
      await expectAlive();
    } finally {
      giveBack(databaseProxy);
    }
    await backAgain();
  });

  it(
    `names its reader of ${broker} while the broker is away, also the database when that is, and nothing once both are back`,
    { timeout: TEST_MS },
    async () => {
      await backAgain();
      brokerProxy.cut();
      try {
        await expect.poll(missing, { timeout: NOTICED_MS, interval: 250 }).toContain(broker);
        expect(await missing()).not.toContain('database');
        databaseProxy.cut();
        await expect.poll(missing, { timeout: NOTICED_MS, interval: 250 }).toEqual(expect.arrayContaining(['database', broker]));
        await expectAlive();
      } finally {
        brokerProxy.restore();
        databaseProxy.restore();
      }
      await backAgain();
      await expectAlive();
    },
  );
});
