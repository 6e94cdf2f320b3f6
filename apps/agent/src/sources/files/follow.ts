import { basename } from 'node:path';
import type { SourceContext } from '../source.js';
import { type Step, readOn } from './followed-file.js';
import { type FilesSeen, type FoundFile, matchingFiles } from './matching-files.js';
import type { FilesOptions } from './options.js';
import { readRange } from './read-range.js';
import { continues, type FilePlace, placeAt, placesOf } from './place.js';

/** A file that was followed and has a path now that the pattern does not name: nobody writes to it any more when it has not changed for so long. */
const LEFT_MS = 10_000;
/** Two files that are the same so far are one and its copy; below this they may only have the same header. */
const CERTAIN_BYTES = 4096;

/** Follows files as they grow, through rotation: by another name (rename and create) and in their place (copy and truncate). */
export class Follower {
  private readonly places: Map<string, FilePlace>;
  /** By path, of files that the pattern does not name. */
  private readonly leaving = new Map<string, FilePlace>();
  private begun: boolean;

  constructor(
    private readonly options: FilesOptions,
    private readonly context: SourceContext,
  ) {
    this.places = placesOf(context.place);
    this.begun = context.place !== undefined;
  }

  /** Looks once and hands over what is new. @throws Error when the folder or a file can't be read */
  async look(): Promise<FilesSeen> {
    const found = await matchingFiles(this.options.folder, this.options.names);
    await this.begin(found);
    const known = new Map<string, FoundFile>();
    for (const file of found) {
      const place = this.places.get(file.path);
      if (place !== undefined && (await continues(file, place))) known.set(file.path, file);
    }
    await this.findMoved(found, known);
    await this.findCopies(found);
    for (const path of [...this.leaving.keys()]) await this.finish(path);
    for (const file of found) await this.readAll(file, this.places, false);
    // What is left behind the last newline.
    return { files: found.length, waiting: found.filter(({ path, size }) => (this.places.get(path)?.offset ?? 0) < size).length };
  }

  /** The first time, where only what comes from then on is wanted. */
  private async begin(found: readonly FoundFile[]): Promise<void> {
    if (this.begun) return;
    if (this.options.begin === 'end') for (const file of found) this.places.set(file.path, await endOf(file));
    await this.context.deliver([], this.place());
    this.begun = true;
  }

  /** Of a path at which its file no longer is: where that is now. */
  private async findMoved(found: readonly FoundFile[], known: ReadonlyMap<string, FoundFile>): Promise<void> {
    const lost = [...this.places].filter(([path]) => !known.has(path) && !this.leaving.has(path));
    if (lost.length === 0) return;
    const all = await matchingFiles(this.options.folder);
    for (const [path, place] of lost) {
      this.places.delete(path);
      const file = place.offset === 0 ? undefined : await this.successor(all.filter((each) => !known.has(each.path) && !this.leaving.has(each.path)), place);
      if (file === undefined) this.context.log.warn({ file: basename(path) }, 'A file is not there any more, or was written anew, and its former content is nowhere in the folder.');
      else if (found.some((each) => each.path === file.path)) this.places.set(file.path, { ...place, inode: file.inode });
      else this.leaving.set(file.path, { ...place, inode: file.inode });
    }
  }

  /** A copy is made before the file is emptied: where the pattern names copies too, it is no new file. */
  private async findCopies(found: readonly FoundFile[]): Promise<void> {
    const followed = [...this.places.values()].filter(({ offset }) => offset >= CERTAIN_BYTES);
    for (const file of found) {
      if (this.places.has(file.path)) continue;
      for (const place of followed) if (await continues(file, place)) this.places.set(file.path, { ...place, inode: file.inode });
    }
  }

  /** The file with the same inode first: it was renamed; or else a copy. */
  private async successor(files: readonly FoundFile[], place: FilePlace): Promise<FoundFile | undefined> {
    for (const file of [...files].sort((one, other) => Number(other.inode === place.inode) - Number(one.inode === place.inode))) if (await continues(file, place)) return file;
    return undefined;
  }

  private async finish(path: string): Promise<void> {
    const file = (await matchingFiles(this.options.folder)).find((each) => each.path === path);
    const place = this.leaving.get(path)!;
    if (file === undefined || !(await continues(file, place))) return void this.leaving.delete(path);
    const left = Date.now() - file.changed > LEFT_MS;
    if (!(await this.readAll(file, this.leaving, left)) || !left) return;
    this.leaving.delete(path);
    await this.context.deliver([], this.place());
  }

  /** @returns whether it was read to its end */
  private async readAll(file: FoundFile, places: Map<string, FilePlace>, last: boolean): Promise<boolean> {
    let step: Step;
    do {
      if (this.context.signal.aborted) return false;
      const before = places.get(file.path);
      if ((before?.offset ?? 0) >= file.size) return true;
      step = await readOn(file, before, this.options, last);
      if (step.place.offset === (before?.offset ?? 0)) return true;
      await this.context.deliver(step.messages, this.place(file.path, step.place));
      places.set(file.path, step.place);
    } while (step.more);
    return true;
  }

  /** As it is kept; with one that is not yet so. */
  private place(path?: string, next?: FilePlace): { files: Record<string, FilePlace> } {
    const files = new Map([...this.places, ...this.leaving]);
    if (path !== undefined && next !== undefined) files.set(path, next);
    return { files: Object.fromEntries(files) };
  }
}

/** Behind all that is there; in the middle of a line: behind that line. */
async function endOf({ path, inode, size }: FoundFile): Promise<FilePlace> {
  const last = size === 0 ? undefined : (await readRange(path, size - 1, 1))[0];
  return placeAt(path, inode, size, last !== undefined && last !== NEWLINE);
}

const NEWLINE = 0x0a;
