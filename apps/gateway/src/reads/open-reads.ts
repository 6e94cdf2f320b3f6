import type { Caller } from '#identity/caller.js';
import { refusalSince } from '#identity/open-call.js';
import type { TokenAuthority } from '#identity/bearer.js';
import type { WorkspaceAuthority } from '#identity/route-protection.js';
import { Problem } from '#problems/problem.js';

/** Added to what the copy of the directory needs, it stays under the two seconds in which a token is revoked. */
const LOOK_EVERY_MS = 500;

interface OpenRead {
  caller: Caller;
  workspace: string;
  ends: AbortController;
}

/** Long polls and streams: what was let in once is looked at again for as long as it is open. */
export class OpenReads {
  private readonly open = new Set<OpenRead>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly directory: TokenAuthority & WorkspaceAuthority) {
    this.timer = setInterval(() => this.look(Date.now() / 1000), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Given with a Problem when the read may go on no longer, and at the gateway's end. Call `leave` once it is over. */
  enter(caller: Caller, workspace: string): { signal: AbortSignal; leave: () => void } {
    const entry = { caller, workspace, ends: new AbortController() };
    this.open.add(entry);
    return { signal: entry.ends.signal, leave: () => void this.open.delete(entry) };
  }

  private look(nowSeconds: number): void {
    for (const { caller, workspace, ends } of this.open) {
      const refusal = refusalSince(caller, workspace, this.directory, nowSeconds);
      if (refusal !== undefined) ends.abort(refusal);
    }
  }

  /** The client asks the next gateway with the same cursor. */
  close(): void {
    clearInterval(this.timer);
    for (const { ends } of this.open) ends.abort(new Problem('unavailable', 'The gateway stops; go on with the same cursor.', { headers: { 'retry-after': '1' } }));
  }
}
