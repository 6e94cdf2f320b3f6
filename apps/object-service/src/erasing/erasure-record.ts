import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Logger } from '#telemetry/logger.js';
import type { SerialisedChange } from '../publishing/outbox-payload.js';

/** Most lines in memory: more than an installation erases during a time with a full disk. */
const MAX_WAITING = 100_000;
const LINE_END = 0x0a;

/**
 * A file outside the database that lists erased objects with their times. A database that is restored from a backup contains these
 * objects again, and `waymark restore` erases them again with the help of this file. Lines are written before the erasure is
 * committed, so that none is missing; an erasure that was then not committed is on the log, and is applied later anyway.
 * The file contains the same data of an erased object as the tables: owner, id, revision and time. It also lists deleted workspaces,
 * since a directory that is restored from a backup contains them again.
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

  /** Writes erased objects; durable when it returns. A write error stops nothing: the lines are written with the next ones. */
  note({ changes }: { changes: ReadonlyMap<number, readonly SerialisedChange[]> }): void {
    if (this.file === '') return;
    // From the changes, since an erased object may have been created again in the same unit.
    const erased = [...changes.values()].flatMap((each) => each.filter(({ kind }) => kind === 'erased'));
    if (erased.length === 0) return;
    const erasedAt = new Date().toISOString();
    this.write(erased.map(({ change: { externalId, workspace, revision } }) => ({ externalId, workspace, revision, erasedAt })));
  }

  /** Writes workspaces that the directory has deleted permanently, each once per process. */
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

  /** Ends an incomplete last line, which a crash may have left. */
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
