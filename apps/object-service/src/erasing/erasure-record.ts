import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Logger } from '#telemetry/logger.js';
import type { SerialisedChange } from '../publishing/outbox-payload.js';

/** More than an installation erases while its disk is full for a while. */
const MAX_WAITING = 100_000;
const LINE_END = 0x0a;

/**
 * A file next to the database that lists the erased objects with their times: a database restored from a backup
 * has them again, and `waymark restore` erases them again with this file.
 * Written before the erasure is committed, so that it never lacks one; it may list one that was
 * not committed in the end, which the log applies again anyway.
 * It holds the same data of an erased object as the tables: owner, id, revision and time. Deleted workspaces are in it, too:
 * the directory restored from a backup has them again.
 */
export class ErasureRecord {
  /** Lines that could not be written, oldest first. */
  private waiting: string[] = [];
  private checked = false;
  private readonly workspaces = new Set<string>();

  /** @param file empty: nothing is recorded */
  constructor(
    private readonly file: string,
    private readonly logger: Pick<Logger, 'error' | 'info'>,
  ) {}

  /** Lines that are not in the file yet. */
  get unwritten(): number {
    return this.waiting.length;
  }

  /** Durable when it returns. A write error stops nothing: the lines are written again with the next ones. */
  note({ changes }: { changes: ReadonlyMap<number, readonly SerialisedChange[]> }): void {
    if (this.file === '') return;
    // Not the objects: an erased one may have been created again in the same unit.
    const erased = [...changes.values()].flatMap((each) => each.filter(({ kind }) => kind === 'erased'));
    if (erased.length === 0) return;
    const erasedAt = new Date().toISOString();
    this.write(erased.map(({ change: { externalId, workspace, revision } }) => ({ externalId, workspace, revision, erasedAt })));
  }

  /** Lists workspaces that the directory has deleted for good, each once in the life of this process. */
  noteWorkspaces(ids: readonly string[]): void {
    const news = ids.filter((id) => !this.workspaces.has(id));
    if (this.file === '' || news.length === 0) return;
    for (const id of news) this.workspaces.add(id);
    const deletedAt = new Date().toISOString();
    this.write(news.map((workspace) => ({ workspace, deletedAt })));
  }

  private write(entries: readonly object[]): void {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    const waited = this.waiting.length;
    this.waiting = [...this.waiting, ...lines].slice(-MAX_WAITING);
    try {
      this.endBrokenLine();
      appendFileSync(this.file, this.waiting.join(''), { mode: 0o600, flush: true });
      this.waiting = [];
      if (waited > 0) this.logger.info({ file: this.file, lines: waited }, 'the record of erasures can be written again');
    } catch (error) {
      this.checked = false;
      this.logger.error(
        { error: (error as Error).message, file: this.file, waiting: this.waiting.length },
        'The record of erasures cannot be written. Until it can, a restore of a backup would bring these objects ' +
          'and workspaces back. The next erasure tries again.',
      );
    }
  }

  /** A crash may have left half a line. */
  private endBrokenLine(): void {
    if (this.checked) return;
    const file = openSync(this.file, 'a+', 0o600);
    try {
      const { size } = fstatSync(file);
      const last = Buffer.alloc(1);
      if (size > 0) readSync(file, last, 0, 1, size - 1);
      if (size > 0 && last[0] !== LINE_END) appendFileSync(file, '\n');
    } finally {
      closeSync(file);
    }
    this.checked = true;
  }
}
