import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryCopy } from '#directory/directory-copy.js';

/** Reading `directory.state` from its beginning takes a second or two. */
const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Whether a workspace is under a legal hold as a whole, by its id. */
export type IsHeld = (workspace: string) => boolean | 'unknown';

/** What is known of workspaces that the rules depend on. */
export interface KnownWorkspaces {
  isHeld: IsHeld;
  /** Whether it was moved to another installation: nothing of it is decided here any more. */
  isMoved(workspace: string): boolean;
}

/**
 * Which workspaces are under a legal hold. After a start erasures may wait in the log that are older than what was read of
 * `directory.state`, so whoever decides on them waits for it: once, and not for ever, since the fleet's commands wait behind them. Where
 * it does not come, erasures are refused until it does, and nothing else.
 */
export class WorkspaceHolds implements KnownWorkspaces {
  private deadline: number | undefined;

  constructor(
    private readonly copy: Pick<DirectoryCopy, 'complete' | 'holdOf' | 'workspace'>,
    /** Ends the waiting: the service stops. */
    private readonly stopping: AbortSignal,
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
    while (!this.copy.complete && performance.now() < this.deadline) await sleep(POLL_MS, undefined, { signal: this.stopping });
  }
}
