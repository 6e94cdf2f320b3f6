import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentialsPath } from '../../src/credentials/credentials-file.js';
import { whileLocked } from '../../src/credentials/file-lock.js';
import { FakeGateway, problem, type Reply } from './fake-gateway.js';
import { runCli } from './run-cli.js';

const HOUR_MS = 3_600_000;

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'waymark-cli-'));
  file = join(home, 'waymark/credentials.json');
});
afterEach(() => rmSync(home, { recursive: true }));

/** Sessions like those in a directory: a refresh token can be used once, and reusing it ends the session. */
class Sessions {
  password = 'right horse';
  mustChange = false;
  logins = 0;
  refreshes = 0;
  replayed = false;
  loggedOut = false;
  failing = false;
  private current = '';
  private count = 0;

  constructor(private readonly lifeMs = HOUR_MS) {}

  readonly answer = async (
    call: string,
    { body, authorization }: { body: Record<string, string>; authorization: string | undefined },
  ): Promise<Reply> => {
    switch (call) {
      case 'POST /auth/login':
        this.logins += 1;
        return body.password === this.password
          ? this.give()
          : problem(401, 'unauthenticated', { detail: 'E-mail address and password do not fit together.' });
      case 'POST /auth/refresh':
        this.refreshes += 1;
        if (this.failing) return problem(503, 'unavailable', { detail: 'The directory cannot be reached.' });
        if (body.refreshToken !== this.current) this.replayed = true;
        // Time for another command to arrive with the same token.
        await sleep(50);
        return this.replayed ? problem(401, 'unauthenticated', { detail: 'The session has ended.' }) : this.give();
      case 'POST /auth/password':
        if (authorization !== `Bearer access-${this.count}`) return problem(403, 'forbidden');
        if (body.oldPassword !== this.password) return problem(401, 'unauthenticated', { detail: 'The present password is another one.' });
        this.password = body.newPassword!;
        this.mustChange = false;
        return this.give();
      case 'POST /auth/password/reset':
        if (body.secret !== 'one-time') return problem(404, 'not-found');
        this.password = body.newPassword!;
        return { status: 204 };
      case 'POST /auth/logout':
        this.loggedOut = authorization === undefined && body.refreshToken === this.current;
        return { status: 204 };
      default:
        return authorization === `Bearer access-${this.count}`
          ? { body: { keys: [] } }
          : problem(401, 'unauthenticated', { detail: 'The token is not valid.' });
    }
  };

  private give(): Reply {
    this.count += 1;
    this.current = `refresh-${this.count}`;
    return {
      body: {
        apiAccessToken: { token: `access-${this.count}`, expiresAt: new Date(Date.now() + this.lifeMs).toISOString() },
        refreshToken: this.mustChange ? null : this.current,
        mustChangePassword: this.mustChange,
      },
    };
  }
}

async function withSessions(
  sessions: Sessions,
  work: (run: (line: string, input?: string) => ReturnType<typeof runCli>, url: string) => Promise<void>,
): Promise<void> {
  const gateway = new FakeGateway((call, seen) => sessions.answer(call, seen));
  const url = await gateway.start();
  try {
    await work((line, input) => runCli(line.split(' '), { environment: { XDG_CONFIG_HOME: home, WAYMARK_URL: url }, input }), url);
  } finally {
    gateway.close();
  }
}

const LOGIN = 'login --email ann@b.example --password-stdin';
const kept = (): Record<string, { expiresAt: string; refreshToken: string }> => JSON.parse(readFileSync(file, 'utf8')) as never;

/** Acts as if time had passed. */
function expire(url: string): void {
  const all = kept();
  all[url]!.expiresAt = new Date(Date.now() + 1000).toISOString();
  writeFileSync(file, JSON.stringify(all));
}

describe('login', () => {
  it('stores the session where only its owner can read it, and commands use it', async () => {
    await withSessions(new Sessions(), async (run) => {
      const ran = await run(LOGIN, 'right horse\n');
      expect([ran.code, ran.out]).toEqual([0, '']);
      expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
      expect(JSON.stringify(ran) + readFileSync(file, 'utf8')).not.toContain('right horse');
      expect((await run('key list')).code).toBe(0);
    });
  });

  it('with the wrong password is refused, and stores nothing', async () => {
    await withSessions(new Sessions(), async (run) => {
      expect(await run(LOGIN, 'wrong\n')).toMatchObject({ code: 1, err: expect.stringContaining('do not fit together') as string });
      expect(existsSync(file)).toBe(false);
    });
  });

  it('changes a password that must be changed, and signs in with the new one', async () => {
    const sessions = new Sessions();
    sessions.mustChange = true;
    await withSessions(sessions, async (run) => {
      expect(await run(LOGIN, 'right horse\n')).toMatchObject({ code: 4, err: expect.stringContaining('must be changed') as string });
      expect(existsSync(file)).toBe(false);
      expect((await run(LOGIN, 'right horse\r\nbetter horse\r\n')).code).toBe(0);
      expect(sessions.password).toBe('better horse');
      expect((await run('key list')).code).toBe(0);
    });
  });

  it.each([
    ['no terminal and no --password-stdin', 'login --email a@b.example', ''],
    ['--password-stdin without --email', 'login --password-stdin', 'x\n'],
    ['nothing on stdin', LOGIN, '\n'],
    ['far too much on stdin', LOGIN, 'x'.repeat(20_000)],
    ['a password as an argument', 'login --email a@b.example --password x', ''],
  ])('%s is wrong usage', async (_what, line, input) => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run) => {
      expect((await run(line, input)).code).toBe(2);
      expect(sessions.logins).toBe(0);
    });
  });

  it('prompts at a terminal without showing the password', async () => {
    await withSessions(new Sessions(), async (_run, url) => {
      const typed = Object.assign(new Readable({ read: () => undefined }), { isTTY: true });
      const running = runCli(['login'], { environment: { XDG_CONFIG_HOME: home, WAYMARK_URL: url }, stdin: typed });
      await sleep(50);
      typed.push('ann@b.example\r');
      await sleep(50);
      typed.push('right horse\r');
      const { code, err } = await running;
      expect([code, err.includes('E-mail: '), err.includes('Password: '), err.includes('horse')]).toEqual([0, true, true, false]);
      expect(kept()[url]).toMatchObject({ email: 'ann@b.example' });
    });
  });
});

describe('a session', () => {
  it('is renewed shortly before it expires, once for all commands that run at the time', async () => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run, url) => {
      await run(LOGIN, 'right horse\n');
      expire(url);
      const ran = await Promise.all(Array.from({ length: 6 }, () => run('key list')));
      expect(ran.map(({ code, err }) => [code, err.replace('There are no keys.\n', '')])).toEqual(ran.map(() => [0, '']));
      expect([sessions.refreshes, sessions.replayed]).toEqual([1, false]);
      expect(kept()[url]!.refreshToken).toBe('refresh-2');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(existsSync(`${file}.lock`)).toBe(false);
    });
  });

  it('that the service has ended is forgotten', async () => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run, url) => {
      await run(LOGIN, 'right horse\n');
      expire(url);
      sessions.replayed = true;
      expect(await run('key list')).toMatchObject({
        code: 4,
        err: expect.stringContaining('The session has ended. Sign in with') as string,
      });
      expect(kept()).toEqual({});
    });
  });

  it('is kept when the service is unavailable during renewal', async () => {
    let url = '';
    await withSessions(new Sessions(), async (run, at) => {
      url = at;
      await run(LOGIN, 'right horse\n');
    });
    expire(url);
    expect((await runCli(['key', 'list'], { environment: { XDG_CONFIG_HOME: home, WAYMARK_URL: url } })).code).toBe(3);
    expect(kept()[url]!.refreshToken).toBe('refresh-1');
  });

  it('is kept when the service fails during renewal', async () => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run, url) => {
      await run(LOGIN, 'right horse\n');
      expire(url);
      sessions.failing = true;
      expect(await run('key list')).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') as string });
      sessions.failing = false;
      expect((await run('key list')).code).toBe(0);
    });
  });

  it('ends by logout, here and there; sessions with other gateways stay', async () => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run, url) => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ 'https://other.example': { email: 'x' } }));
      await run(LOGIN, 'right horse\n');
      expect((await run('logout')).code).toBe(0);
      expect([sessions.loggedOut, kept()]).toEqual([true, { 'https://other.example': { email: 'x' } }]);
      expect((await run('logout')).err).toContain(`You are not signed in to ${url}`);
    });
  });

  it('has lower priority than WAYMARK_TOKEN', async () => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run, url) => {
      await run(LOGIN, 'right horse\n');
      expire(url);
      expect(
        (await runCli(['key', 'list'], { environment: { XDG_CONFIG_HOME: home, WAYMARK_URL: url, WAYMARK_TOKEN: 'access-1' } })).code,
      ).toBe(0);
      expect(sessions.refreshes).toBe(0);
    });
  });

  it.each(['{', 'null', '[]', '7'])('in a file without sessions is reported: %s', async (content) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o644 });
    expect(await runCli(['key', 'list'], { environment: { XDG_CONFIG_HOME: home } })).toMatchObject({
      code: 4,
      err: expect.stringContaining('is damaged. Remove it') as string,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('a password', () => {
  it('is changed, and the session continues', async () => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run, url) => {
      await run(LOGIN, 'right horse\n');
      expect((await run('password change --stdin', 'right horse\nbetter horse\n')).code).toBe(0);
      expect([sessions.password, kept()[url]!.refreshToken, (await run('key list')).code]).toEqual(['better horse', 'refresh-2', 0]);
      expect(await run('password change --stdin', 'wrong\nyet another horse\n')).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^The present password is another one\.\n {2}POST/) as string,
      });
      expect((await run('password change --stdin', 'right horse\n')).code).toBe(2);
      expect((await run('password change', '')).code).toBe(2);
    });
  });

  it('is set by a one-time code, without a session', async () => {
    const sessions = new Sessions();
    await withSessions(sessions, async (run) => {
      expect((await run('password reset --stdin', 'wrong\nbetter horse\n')).code).toBe(1);
      const { code, out, err } = await run('password reset --stdin', 'one-time\nbetter horse\n');
      expect([code, out + err, sessions.password]).toEqual([0, 'The password was set. Sign in with: waymark login\n', 'better horse']);
    });
  });
});

describe('the location of the session', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/config', HOME: '/home/ann' }, '/config/waymark/credentials.json'],
    [{ XDG_CONFIG_HOME: 'relative', HOME: '/home/ann' }, '/home/ann/.config/waymark/credentials.json'],
    [{ HOME: '/home/ann' }, '/home/ann/.config/waymark/credentials.json'],
  ])('of %j is %s', (environment, path) => expect(credentialsPath(environment)).toBe(path));
});

describe('the lock', () => {
  it('admits one at a time', async () => {
    const path = join(home, 'lock');
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        whileLocked(path, async () => {
          most = Math.max(most, (inside += 1));
          await sleep(5);
          inside -= 1;
        }),
      ),
    );
    expect([most, existsSync(path)]).toEqual([1, false]);
  });

  it('of a dead process is removed, by one of all waiting processes', async () => {
    const path = join(home, 'lock');
    writeFileSync(path, '2147483646 gone');
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        whileLocked(path, async () => {
          most = Math.max(most, (inside += 1));
          await sleep(5);
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  it('of a live process is awaited, but not forever', async () => {
    const path = join(home, 'lock');
    writeFileSync(path, `${process.pid} other`);
    await expect(whileLocked(path, () => Promise.resolve(), 100)).rejects.toThrow(`Another command (process ${process.pid}) is using`);
    expect(readFileSync(path, 'utf8')).toBe(`${process.pid} other`);
  });

  it('is released when the work fails', async () => {
    const path = join(home, 'lock');
    await expect(whileLocked(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(path)).toBe(false);
  });
});
