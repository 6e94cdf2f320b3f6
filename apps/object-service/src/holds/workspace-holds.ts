import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryCopy } from '#directory/directory-copy.js';

/** Longest wait for the holds. Reading `directory.state` from its beginning takes a second or two. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** Whether a whole workspace, given by its id, is under a legal hold. */
export type IsHeld = (workspace: string) => boolean | 'unknown';

/** The facts about workspaces that the rules depend on. */
export interface KnownWorkspaces {
  isHeld: IsHeld;
  /** Whether the workspace was moved to another installation, so that commands for it are no longer decided here. */
  isMoved(workspace: string): boolean;
}

/**
 * The workspaces under a legal hold. After a start, erasures on the log wait until `directory.state` is read, since it may contain a
 * hold against them. They wait only once and for a limited time, because the fleet's commands wait behind them. After that, erasures
 * alone are refused until the holds are known.
 */
export class WorkspaceHolds implements KnownWorkspaces {
  private deadline: number | undefined;

  constructor(
    private readonly copy: Pick<DirectoryCopy, 'complete' | 'holdOf' | 'workspace'>,
    /** Ends the wait when the service stops. */
    private readonly stopping: AbortSignal,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  readonly isHeld: IsHeld = (workspace) => this.copy.holdOf(workspace) !== undefined || (this.copy.complete ? false : 'unknown');

  readonly isMoved = (workspace: string): boolean => this.copy.workspace(workspace)?.move?.state === 'forwarding';

  /**
   * Resolves when the holds are known, at the latest `timeoutMs` after the first call.
   * @throws Error when the service stops in the meantime
   */
  async known(): Promise<void> {
    this.deadline ??= performance.now() + this.timeoutMs;
    while (!this.copy.complete && performance.now() < this.deadline) await sleep(POLL_MS, undefined, { signal: this.stopping });
  }
}
