import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Above Waymark's default ports (up to 19093), and below the range from which the system takes ports for outgoing connections
 * (32768 on Linux), so that no client takes one before its server listens.
 */
const FIRST = 20_000;
const LAST = 32_000;
const TRIES = 200;
/** More than the number of concurrent test workers. */
const SHARES = 16;
const SHARE = Math.floor((LAST - FIRST) / SHARES);
/** Ports that were already returned, since a server only listens on its port seconds later. */
const given = new Set<number>();

/**
 * Different free ports on the loopback. Test workers (identified by `VITEST_POOL_ID`) choose from separate ranges, so that none chooses a
 * port on which another worker's server is about to listen.
 */
export async function freePorts(count: number): Promise<number[]> {
  const first = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % SHARES) * SHARE;
  const found: number[] = [];
  for (let tries = 0; found.length < count; tries++) {
    if (tries > TRIES) throw new Error(`No ${count} free ports found between ${first} and ${first + SHARE}.`);
    const port = randomInt(first, first + SHARE);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) found.push(port);
  }
  return found;
}

/** Whether a server could listen on the port now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
