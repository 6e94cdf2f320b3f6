import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryCopy } from '#directory/directory-copy.js';

/** Reading `directory.state` from its beginning takes a second or two. */
const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Whether a workspace is under a legal hold as a whole, by its id. */
export type IsHeld = (workspace: string) => boolean | 'unknown';

/** The facts about workspaces that the rules depend on. */
export interface KnownWorkspaces {
  isHeld: IsHeld;
  /** Whether it was moved to another installation: then nothing of it is decided here any more. */
  isMoved(workspace: string): boolean;
}

/**
 * The workspaces under a legal hold. After a start, the log may hold erasures that are older than what was read of
 * `directory.state`, so decisions on them wait for it, but only once and for a bounded time, since the fleet's commands wait behind them.
 * If it does not arrive, erasures alone are refused until it does.
 */
export class WorkspaceHolds implements KnownWorkspaces {
  private deadline: number | undefined;

  constructor(
    private readonly copy: Pick<DirectoryCopy, 'complete' | 'holdOf' | 'workspace'>,
    /** Ends the wait when the service stops. */
    private readonly stopping: AbortSignal,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  readonly isHeld: IsHeld = (workspace) => this.copy.holdOf(workspace) !== undefined || (this.copy.complete ? false : 'unknown');

  readonly isMoved = (workspace: string): boolean => this.copy.workspace(workspace)?.move?.state === 'forwarding';

  /**
   * Resolves when the holds are known, at the latest `patienceMs` after the first call.
   * @throws Error when the service stops meanwhile
   */
  async known(): Promise<void> {
    this.deadline ??= performance.now() + this.patienceMs;
    while (!this.copy.complete && performance.now() < this.deadline) await sleep(POLL_MS, undefined, { signal: this.stopping });
  }
}
