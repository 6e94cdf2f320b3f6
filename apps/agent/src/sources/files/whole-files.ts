import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { Received, SourceContext } from '../../reading/source.js';
import { decodeText } from '../reading-parts/decode-text.js';
import { keptApart } from '../reading-parts/unreadable.js';
import { readGpx } from './gpx.js';
import { type FilesSeen, type FoundFile, matchingFiles } from './matching-files.js';
import type { FilesOptions } from './options.js';
import { readRange } from './read-range.js';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_IN_ONE = 1000;
/** Limit of remembered files that have left the folder, so that a returning file is recognised. */
const MAX_REMEMBERED = 5000;

/** Number of points handed over for each content; -1: the content was read completely. */
type Done = Map<string, number>;

/** Reads each file once, identified by its content, when it has not changed between two looks. */
export class WholeFiles {
  private readonly done: Done;
  private readonly sizes = new Map<string, string>();
  private readonly read = new Set<string>();

  constructor(
    private readonly options: FilesOptions,
    private readonly context: SourceContext,
  ) {
    const contents = (context.place as { contents?: unknown } | undefined)?.contents;
    this.done = new Map(
      Object.entries(typeof contents === 'object' && contents !== null ? contents : {}).filter((entry): entry is [string, number] =>
        Number.isSafeInteger(entry[1]),
      ),
    );
  }

  /** Looks once and hands over new points. @throws Error when the folder or a file can't be read */
  async look(): Promise<FilesSeen> {
    const found = await matchingFiles(this.options.folder, this.options.names);
    for (const path of [...this.sizes.keys()]) if (!found.some((file) => file.path === path)) this.sizes.delete(path);
    for (const file of found) {
      const seen = `${file.inode} ${file.size} ${file.changed}`;
      const settled = this.sizes.get(file.path) === seen;
      this.sizes.set(file.path, seen);
      const key = `${file.path} ${seen}`;
      if (!settled || file.size === 0 || this.read.has(key)) continue;
      await this.readWhole(file);
      if (this.context.signal.aborted) break;
      if (this.read.size >= MAX_REMEMBERED) this.read.clear();
      this.read.add(key);
    }
    return { files: found.length, waiting: 0 };
  }

  private async readWhole(file: FoundFile): Promise<void> {
    const name = basename(file.path);
    if (file.size > MAX_FILE_BYTES)
      return await this.context.deliver([
        keptApart({ file: name, bytes: file.size }, 'unreadable', `${name} has ${file.size} bytes; at most ${MAX_FILE_BYTES} are read.`),
      ]);
    const bytes = await readRange(file, 0, file.size);
    const content = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const before = this.done.get(content) ?? 0;
    if (before < 0) return;
    const points = pointsOf(name, bytes);
    for (let from = before; from < points.length && !this.context.signal.aborted; from += MAX_IN_ONE) {
      const some = points.slice(from, from + MAX_IN_ONE);
      await this.hand(some, content, from + some.length);
    }
    if (!this.context.signal.aborted) await this.hand([], content, -1);
  }

  private async hand(messages: readonly Received[], content: string, points: number): Promise<void> {
    await this.context.deliver(messages, { contents: { ...Object.fromEntries(this.done), [content]: points } });
    this.done.delete(content);
    this.done.set(content, points);
    const [oldest] = this.done.keys();
    if (this.done.size > MAX_REMEMBERED) this.done.delete(oldest!);
  }
}

/** A file that is not GPX is quarantined once. */
function pointsOf(name: string, bytes: Buffer): readonly Received[] {
  const text = decodeText(bytes);
  try {
    if (text === undefined) throw new Error(`${name} is no UTF-8.`);
    return readGpx(text, name, basename(name, extname(name)));
  } catch (error) {
    return [keptApart({ file: name }, 'unreadable', (error as Error).message)];
  }
}
