import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { IsHeld, KnownWorkspaces } from '../unit/fold-unit.js';

/** Reading `directory.state` from its beginning takes a second or two. */
const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/**
 * Which workspaces are under a legal hold. After a start erasures may wait in the log that are older than what was read of
 * `directory.state`, so whoever decides on them waits for it: once, and not for ever, since the fleet's commands wait behind them. Where
 * it does not come, erasures are refused until it does, and nothing else.
 */
export class WorkspaceHolds implements KnownWorkspaces {
  private deadline: number | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly copy: Pick<DirectoryCopy, 'complete' | 'holdOf' | 'workspace'>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  readonly isHeld: IsHeld = (workspace) => this.copy.holdOf(workspace) !== undefined || (this.copy.complete ? false : 'unknown');

  readonly isMoved = (workspace: string): boolean => this.copy.workspace(workspace)?.move?.state === 'forwarding';

  /**
   * Resolves when the holds are known, at the latest when all who have waited so far have waited for `patienceMs`.
   * @throws Error when the service stops meanwhile
   */
  async known(): Promise<void> {
    this.deadline ??= performance.now() + this.patienceMs;
    while (!this.copy.complete && performance.now() < this.deadline) await sleep(POLL_MS, undefined, { signal: this.stopping.signal });
  }

  stop(): void {
    this.stopping.abort();
  }
}
