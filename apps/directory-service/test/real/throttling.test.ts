import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { type Answer, type DirectoryInTest, PASSWORD, startDirectory } from './directory-in-test.js';

let world: DirectoryInTest;
let copy: RunningService;
beforeAll(async () => {
  world = await startDirectory('throttling');
  copy = await startService('directory-service', world.space.environment('directory-service', { PORT: String((await freePorts(1))[0]) }));
});
afterAll(async () => {
  await copy?.stop();
  await world?.close();
});

const guess = (email: string, from: string, n = 0): Promise<Answer> => world.login(email, `guess number ${n} of many`, from);
const statuses = (answers: Answer[]): Record<number, number> =>
  Object.groupBy(
    answers.map(({ status }) => status),
    String,
  ) as never;
/**
 * On a slow machine, a wait may end while the test is still guessing: then one more attempt is checked, and the next wait is twice as long.
 */
const SLACK = 3;
const throttled = async (): Promise<number> =>
  Number(
    /^waymark_logins_total\{[^}]*result="throttled"[^}]*\} (\d+)$/m.exec(await (await fetch(`${world.directory.url}/metrics`)).text())?.[1],
  );
const count = (answers: Answer[], status: number): number => answers.filter((answer) => answer.status === status).length;

/** Continues guessing until the wait is this number of seconds, because on a slow machine an earlier wait may be over. */
async function untilRefusedFor(seconds: number, email: string, from: string): Promise<void> {
  for (;;) {
    const { status, headers } = await guess(email, from);
    if (status === 429 && Number(headers.get('retry-after')) > seconds) return;
    await sleep(100);
  }
}

describe('100 guesses', () => {
  it('from one address at one account: about ten are looked at, and the owner gets in from where she was before', async () => {
    const { email } = await world.person('ada@example.org');
    expect((await world.login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(email, '203.0.113.1', n)));
    expectLookedAt(answers, 10);
    const lines = await world.query(`select 1 from audit where action = 'login.fail' and address = '203.0.113.1'`);
    // Refused attempts are only counted, so that guessing cannot fill the audit.
    expect(lines.length).toBe(count(answers, 401));
    expect(await throttled()).toBe(count(answers, 429));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.json).toMatchObject({ type: 'urn:waymark:problem:too-many-requests', limit: 'login-failures-per-account', allowed: 10 });
    expect(refused.json.used).toBeGreaterThanOrEqual(10);
    expect(refused.json.detail).toContain('this account');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await untilRefusedFor(2, email, '203.0.113.1');
    expect((await world.login(email, PASSWORD, '203.0.113.1')).status).toBe(429);
    expect((await world.login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
  });

  it('from 100 addresses at one account: about ten are looked at, on both copies of the service together', async () => {
    const { email } = await world.person('bea@example.org');
    expect((await world.login(email, PASSWORD, '198.51.100.2')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(email, `203.0.113.${n + 100}`, n)));
    const elsewhere = await Promise.all(Array.from({ length: 50 }, (_, n) => guessAtCopy(email, `192.0.2.${n}`)));
    expectLookedAt(answers, 10);
    expect(elsewhere.filter((status) => status === 401).length).toBeLessThanOrEqual(SLACK);
    expect((await world.login(email, PASSWORD, '198.51.100.2')).status).toBe(200);
  });

  it('from one address at 100 accounts: about thirty are looked at; other addresses are not hindered', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(`somebody${n}@example.org`, '203.0.113.99', n)));
    expectLookedAt(answers, 30);
    expect(answers.find(({ status }) => status === 429)!.json).toMatchObject({ limit: 'login-failures-per-address', allowed: 30 });
    expect((await guess('somebody0@example.org', '203.0.113.98')).status).toBe(401);
  });

  it('from one /64 of IPv6 count as from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => guess(`v6-${n}@example.org`, `2001:db8:1:2::${(n + 1).toString(16)}`, n)),
    );
    expectLookedAt(answers, 30);
  });
});

it('an unknown account is throttled like an existing one', async () => {
  const { email } = await world.person('cho@example.org');
  const [known, unknown] = [[], []] as Answer[][];
  for (let n = 0; n < 12; n += 1) {
    known!.push(await guess(email, '203.0.113.50'));
    unknown!.push(await guess('nobody-at-all@example.org', '203.0.113.51'));
  }
  const shape = ({ status, json }: Answer): unknown => [status, json.limit, json.used];
  expect(known!.map(shape)).toEqual(unknown!.map(shape));
  expect(statuses(known!)).toHaveProperty('429');
});

it('each failure doubles the wait, a wait that was kept is let through, a right password counts for nothing', async () => {
  const { email } = await world.person('dia@example.org');
  for (let n = 0; n < 10; n += 1) await guess(email, `203.0.113.${n + 1}`, n);
  const first = await world.login(email, PASSWORD, '203.0.113.60');
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '1']);
  await sleep(1050);
  expect((await guess(email, '203.0.113.61')).status).toBe(401);
  expect(Number((await guess(email, '203.0.113.61')).headers.get('retry-after'))).toBe(2);
  await sleep(2050);
  expect((await world.login(email, PASSWORD, '203.0.113.62')).status).toBe(200);
  expect((await guess(email, '203.0.113.61')).status).toBe(401);
});

it('guesses from an address that the owner used are limited too', async () => {
  const { email } = await world.person('eva@example.org');
  await world.login(email, PASSWORD, '198.51.100.9');
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(email, '198.51.100.9', n)));
  expectLookedAt(answers, 10);
  // The same as for a missing account, so that others in the owner's network learn nothing.
  const ofNobody = await Promise.all(Array.from({ length: 30 }, (_, n) => guess('eva-is-not-there@example.org', '198.51.100.8', n)));
  const refusalOf = (of: Answer[]): unknown => {
    const { json } = of.find(({ status }) => status === 429)!;
    return [json.limit, json.allowed, String(json.detail).split(';')[0]];
  };
  expect(refusalOf(answers)).toEqual(refusalOf(ofNobody));
});

it('the old password cannot be guessed with a stolen access token', async () => {
  const { email } = await world.person('fay@example.org');
  const token = (await world.login(email)).json.apiAccessToken.token as string;
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      world.call('POST', '/auth/password', { token, body: { oldPassword: `guess ${n}`, newPassword: 'a wholly new harbour' } }),
    ),
  );
  expect(count(answers, 403)).toBeGreaterThanOrEqual(10);
  expect(count(answers, 429)).toBeGreaterThanOrEqual(20 - SLACK);
});

/** Checks that about this number of attempts was evaluated and the others were refused. */
function expectLookedAt(answers: Answer[], wanted: number): void {
  const looked = count(answers, 401);
  expect(looked + count(answers, 429)).toBe(answers.length);
  expect(looked).toBeGreaterThanOrEqual(wanted);
  expect(looked).toBeLessThanOrEqual(wanted + SLACK);
}

/** Calls the other copy directly, like a gateway configured with its address. */
async function guessAtCopy(email: string, address: string): Promise<number> {
  const caller = Buffer.from(JSON.stringify({ subject: 'anonymous', address })).toString('base64url');
  const answer = await fetch(`${copy.url}/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-waymark-internal': world.space.installation.secrets.internalToken,
      'x-waymark-caller': caller,
    },
    body: JSON.stringify({ email, password: 'guess guess guess' }),
  });
  return answer.status;
}
