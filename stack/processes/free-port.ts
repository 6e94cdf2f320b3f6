import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which the system takes ports for outgoing connections (32768 on Linux), so that no client takes one before its server listens. */
const FIRST = 15_000;
const LAST = 32_000;
const TRIES = 200;

/** Ports on the loopback that nobody holds at this moment; all different. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries++) {
    if (tries > TRIES) throw new Error(`No ${count} free ports found between ${FIRST} and ${LAST}.`);
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

/** True when a server could listen on the port at this moment. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
