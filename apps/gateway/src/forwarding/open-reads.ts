import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '#identity/bearer.js';
import { Problem } from '#problems/problem.js';

/** Together with the delay of the directory's copy, this stays below two seconds, the time within which a revocation takes effect. */
const LOOK_EVERY_MS = 500;

interface OpenRead {
  request: FastifyRequest;
  ends: AbortController;
}

/** Open long polls and streams, whose permission is checked again and again. */
export class OpenReads {
  private readonly open = new Set<OpenRead>();
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => this.look(Date.now() / 1000), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** `signal` is aborted, with a Problem, when the read is no longer allowed or the gateway stops. Call `leave` when the read ends. */
  enter(request: FastifyRequest): { signal: AbortSignal; leave: () => void } {
    const entry = { request, ends: new AbortController() };
    this.open.add(entry);
    return { signal: entry.ends.signal, leave: () => void this.open.delete(entry) };
  }

  private look(nowSeconds: number): void {
    for (const { request, ends } of this.open) {
      const refusal = nowSeconds >= request.caller.expiresAt ? unauthenticated('The token has expired') : request.refusalByNow?.(request);
      if (refusal !== undefined) ends.abort(refusal);
    }
  }

  /** Ends all of them; clients continue at another gateway with the same cursor. */
  close(): void {
    clearInterval(this.timer);
    for (const { ends } of this.open)
      ends.abort(
        new Problem('unavailable', 'The gateway is stopping; continue with the same cursor.', { headers: { 'retry-after': '1' } }),
      );
  }
}
