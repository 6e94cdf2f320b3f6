import type { Pool } from 'pg';
import type { AwaitedPosition } from '#contracts/awaited-position.js';
import { int8Array, textArray } from '#postgres/binary-array.js';
import type { CommitSignal } from '../../storage/commits/commit-signal.js';
import type { WaitingReaders } from '../../storage/commits/waiting-readers.js';

/** An erased object counts as having all revisions up to its erasure. */
const MISSING = `
  select count(*)::int as missing from unnest($2::text[], $3::bigint[]) as k (external_id, revision)
  where not exists (select from object_state o where o.workspace = $1 and o.external_id = k.external_id and o.seen >= k.revision)
    and not exists (select from erased_object e where e.workspace = $1 and e.external_id = k.external_id and e.revision >= k.revision)`;

export interface AwaitedReadsOptions {
  /** The pool that reads use. */
  pool: Pool;
  signal: CommitSignal;
  waiting: WaitingReaders;
  /** Longest time between two checks; needed for a replica, which lags behind the notified commit. */
  pollMs: number;
}

/** Delays reads until they contain the changes of an operation. */
export class AwaitedReads {
  constructor(private readonly options: AwaitedReadsOptions) {}

  /** Waits until reads contain the changes. @returns false if they do not in time, the reader is gone, or too many readers wait */
  async reached(workspace: string, { waitMs, objects }: AwaitedPosition, gone: AbortSignal): Promise<boolean> {
    if (objects.length === 0) return true;
    const { pool, signal, waiting, pollMs } = this.options;
    const values = [workspace, textArray(objects.map(([externalId]) => externalId)), int8Array(objects.map(([, revision]) => revision))];
    const deadline = performance.now() + waitMs;
    let leave: (() => void) | undefined;
    try {
      for (;;) {
        const version = signal.version(workspace);
        const { rows } = await pool.query<{ missing: number }>({ name: 'missing-of-position', text: MISSING, values });
        if (rows[0]!.missing === 0) return true;
        const left = deadline - performance.now();
        if (left <= 0 || gone.aborted || signal.closed) return false;
        leave ??= waiting.tryEnter();
        if (leave === undefined) return false;
        await signal.changed(workspace, version, Math.min(left, pollMs), gone);
      }
    } finally {
      leave?.();
    }
  }
}
