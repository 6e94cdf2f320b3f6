import { basename } from 'node:path';
import type { SourceContext } from '../../reading/source.js';
import { readOn, type Step } from './followed-file.js';
import { fileAt, type FilesSeen, type FoundFile, matcherOf, matchingFiles, settledFiles } from './matching-files.js';
import type { FilesOptions } from './options.js';
import { continues, type FilePlace, placeAt, placesOf } from './place.js';
import { MovedFile, readRange } from './read-range.js';

/** A rotated file or a copy is complete after this time without a change. */
const LEFT_MS = 10_000;
/** Two files with the same content up to this size are a file and its copy; with less, they may only share a header. */
const CERTAIN_BYTES = 4096;
/** Limit of retries in one look when files are renamed during it. */
const MAX_TRIES = 5;

/** Follows growing files through rotation: by another name (rename and create) and in place (copy and truncate). */
export class Follower {
  /** By path: files that match the pattern, and renamed files that were followed, until they are read to the end. */
  private readonly places: Map<string, FilePlace>;
  private readonly isNamed: (path: string) => boolean;
  private begun: boolean;

  constructor(
    private readonly options: FilesOptions,
    private readonly context: SourceContext,
  ) {
    this.places = placesOf(context.place);
    this.begun = context.place !== undefined;
    const matches = matcherOf(options.names);
    this.isNamed = (path) => matches(basename(path));
  }

  /** Looks once and hands over new records. @throws Error when the folder or a file can't be read */
  async look(): Promise<FilesSeen> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.lookOnce();
      } catch (error) {
        // A rotation happened meanwhile. The places already contain everything handed over.
        if (!(error instanceof MovedFile) || tries >= MAX_TRIES) throw error;
      }
    }
  }

  private async lookOnce(): Promise<FilesSeen> {
    const found = await matchingFiles(this.options.folder, this.options.names);
    await this.begin(found);
    await this.findMoved(await this.knownAmong(found));
    const copies = await this.findCopies(found);
    for (const path of [...this.places.keys()]) if (!this.isNamed(path)) await this.finish(path);
    for (const file of found) if (!copies.has(file)) await this.readAll(file, false);
    // The part after the last newline.
    return { files: found.length, waiting: found.filter(({ path, size }) => (this.places.get(path)?.offset ?? 0) < size).length };
  }

  /** The first look, if only new records are wanted. */
  private async begin(found: readonly FoundFile[]): Promise<void> {
    if (this.begun) return;
    if (this.options.begin === 'end') {
      const ends = await Promise.all(found.map(async (file) => [file.path, await endOf(file)] as const));
      for (const [path, place] of ends) this.places.set(path, place);
    }
    await this.context.deliver([], this.place());
    this.begun = true;
  }

  /** The files that are still at their path, by path. */
  private async knownAmong(found: readonly FoundFile[]): Promise<ReadonlyMap<string, FoundFile>> {
    const byPath = new Map(found.map((file) => [file.path, file]));
    const known = new Map<string, FoundFile>();
    for (const [path, place] of this.places) {
      const file = this.isNamed(path) ? byPath.get(path) : await fileAt(path);
      if (file !== undefined && (await continues(file, place))) known.set(path, file);
    }
    return known;
  }

  /** Finds a file that is no longer at its path. All places change together, because one file may have taken another's path. */
  private async findMoved(known: ReadonlyMap<string, FoundFile>): Promise<void> {
    const lost = [...this.places].filter(([path]) => !known.has(path));
    if (lost.length === 0) return;
    const all = new Map((await settledFiles(this.options.folder)).map((file) => [file.path, file]));
    for (const { path, inode } of known.values()) if (all.get(path)?.inode !== inode) throw new MovedFile(path);
    const free = [...all.values()].filter(({ path }) => !known.has(path));
    const moved = new Map<string, FilePlace>();
    for (const [path, place] of lost) {
      const file =
        place.offset === 0
          ? undefined
          : await this.successor(
              free.filter((each) => !moved.has(each.path)),
              place,
            );
      if (file !== undefined) moved.set(file.path, { ...place, inode: file.inode });
      else
        this.context.log.warn(
          { file: basename(path) },
          'A file is not there any more, or was rewritten, and its former content is nowhere in the folder.',
        );
    }
    for (const [path] of lost) this.places.delete(path);
    for (const [path, place] of moved) this.places.set(path, place);
  }

  /**
   * A copy is created before the file is emptied: if the pattern matches copies too, the copy is not a new file.
   * @returns copies that are still being written
   */
  private async findCopies(found: readonly FoundFile[]): Promise<ReadonlySet<FoundFile>> {
    const followed = [...this.places.values()].filter(({ offset }) => offset >= CERTAIN_BYTES);
    const growing = new Set<FoundFile>();
    for (const file of found) {
      if (this.places.has(file.path)) continue;
      for (const place of followed) if (await continues(file, place)) this.places.set(file.path, { ...place, inode: file.inode });
      if (!this.places.has(file.path) && (await this.isBeginning(file, found))) growing.add(file);
    }
    return growing;
  }

  /** Whether a file is only the start of one that was read further: a copy that is still being written. */
  private async isBeginning(file: FoundFile, found: readonly FoundFile[]): Promise<boolean> {
    if (file.size < CERTAIN_BYTES && Date.now() - file.changed > LEFT_MS) return false;
    const whole = found.filter(({ path }) => (this.places.get(path)?.offset ?? 0) > Math.max(file.size, CERTAIN_BYTES));
    if (file.size === 0 || whole.length === 0) return false;
    const beginning = await placeAt(file, file.size);
    for (const each of whole) if (await continues(each, beginning)) return true;
    return false;
  }

  /** Prefers the file with the same inode, which was renamed; otherwise a copy. */
  private async successor(files: readonly FoundFile[], place: FilePlace): Promise<FoundFile | undefined> {
    for (const file of [...files].sort((one, other) => Number(other.inode === place.inode) - Number(one.inode === place.inode)))
      if (await continues(file, place)) return file;
    return undefined;
  }

  /** Reads a rotated file, for the last time if nobody writes to it any longer. */
  private async finish(path: string): Promise<void> {
    const file = await fileAt(path);
    if (file === undefined) throw new MovedFile(path);
    const left = Date.now() - file.changed > LEFT_MS;
    if (!(await this.readAll(file, left)) || !left) return;
    this.places.delete(path);
    await this.context.deliver([], this.place());
  }

  /** @returns whether the end was reached */
  private async readAll(file: FoundFile, last: boolean): Promise<boolean> {
    let step: Step;
    do {
      if (this.context.signal.aborted) return false;
      const before = this.places.get(file.path);
      if ((before?.offset ?? 0) >= file.size) return true;
      step = await readOn(file, before, this.options, last);
      // The file may have been emptied and rewritten since the look, or its name may belong to another file.
      if (before !== undefined && !(await continues(file, before))) throw new MovedFile(file.path);
      if (step.place.offset === (before?.offset ?? 0)) return true;
      await this.context.deliver(step.messages, this.place(file.path, step.place));
      this.places.set(file.path, step.place);
    } while (step.more);
    return true;
  }

  /** The places as stored, with one new place. */
  private place(path?: string, next?: FilePlace): { files: Record<string, FilePlace> } {
    const files = new Map(this.places);
    if (path !== undefined && next !== undefined) files.set(path, next);
    return { files: Object.fromEntries(files) };
  }
}

/** The end of the file; within a line, the end of that line. */
async function endOf(file: FoundFile): Promise<FilePlace> {
  const last = file.size === 0 ? undefined : (await readRange(file, file.size - 1, 1))[0];
  return placeAt(file, file.size, last !== undefined && last !== NEWLINE);
}

const NEWLINE = 0x0a;
