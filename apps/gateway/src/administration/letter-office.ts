import type { DeadLetter, DeadLetterDesk } from '#kafka/dead-letters/dead-letter-desk.js';
import { UnknownLetterError } from '#kafka/dead-letters/dead-letter-desk.js';
import type { DeadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { type LetterName, letterName } from '#kafka/dead-letters/letter-name.js';
import { Problem } from '#problems/problem.js';
import { Turns } from '../checks/turns.js';
import { type LetterLine, lineOf, openedOf } from './letter-answers.js';

/** Called with the names of the letters that are about to change; if it throws, nothing is changed. */
export type NoteFirst = (letters: readonly string[]) => Promise<void>;

const READ_MS = 20_000;
const MAX_WAITING = 8;
/** Limits of one call: its memory, and its duration. */
const REPLAYED_AT_ONCE = { letters: 200, bytes: 32 * 1024 * 1024 };

/**
 * Lists, replays and drops dead letters through the API. Only one call at a time reads a topic, since each has to read it to its end:
 * the marks for finished letters come after the letters.
 */
export class LetterOffice {
  private readonly turns = new Turns(1);
  private waiting = 0;

  constructor(private readonly desks: DeadLetterDesks) {}

  /** One page of letters, by source, oldest first. `next` is the last letter of the page; null on the last page. */
  list({
    source,
    after,
    limit,
  }: {
    source?: string;
    after?: LetterName;
    limit: number;
  }): Promise<{ letters: LetterLine[]; next: string | null }> {
    return this.turn(async () => {
      const signal = AbortSignal.timeout(READ_MS);
      const sources = [...this.desks.keys()].filter((each) => source === undefined || each === source);
      const found: LetterLine[] = [];
      for (const each of sources.slice(after === undefined ? 0 : Math.max(0, sources.indexOf(after.source)))) {
        const letters = await this.desks.get(each)!.list(signal);
        const from = after?.source === each ? letters.filter(({ offset }) => offset > after.offset) : letters;
        found.push(...from.slice(0, limit + 1 - found.length).map((letter) => lineOf(each, letter)));
        if (found.length > limit) break;
      }
      const page = found.slice(0, limit);
      return { letters: page, next: found.length > limit ? page.at(-1)!.letter : null };
    });
  }

  /** One letter with its content. @throws Problem 404 */
  show({ source, offset }: LetterName): Promise<ReturnType<typeof openedOf>> {
    return this.turn(async () => openedOf(source, await this.desks.get(source)!.show(offset, AbortSignal.timeout(READ_MS))));
  }

  /** Writes a letter's record back to its source, or drops it. @throws Problem 404 before anything is logged or done */
  settle(how: 'replay' | 'drop', { source, offset }: LetterName, note: NoteFirst): Promise<void> {
    return this.turn(async () => {
      const desk = this.desks.get(source)!;
      const letters = await desk.list(AbortSignal.timeout(READ_MS));
      if (!letters.some((letter) => letter.offset === offset)) throw unknown();
      await note([letterName({ source, offset })]);
      await desk[how]([offset]);
    });
  }

  /**
   * Replays the oldest letters of a source up to the offset `upTo`, as many as one call allows.
   * @returns number of replayed letters, and of letters up to that offset that are left
   */
  replayAll(source: string, upTo: number, note: NoteFirst): Promise<{ source: string; replayed: number; left: number }> {
    return this.turn(async () => {
      const desk: DeadLetterDesk = this.desks.get(source)!;
      const letters = (await desk.list(AbortSignal.timeout(READ_MS))).filter(({ offset }) => offset <= upTo);
      const chosen = firstOf(letters);
      if (chosen.length > 0) {
        await note(chosen.map((offset) => letterName({ source, offset })));
        await desk.replay(chosen);
      }
      return { source, replayed: chosen.length, left: letters.length - chosen.length };
    });
  }

  /** @throws Problem 503 when too many wait, or the broker fails */
  private async turn<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= MAX_WAITING)
      throw new Problem('overloaded', 'Too many requests for dead letters are waiting; try again in a moment.', {
        headers: { 'retry-after': '5' },
      });
    this.waiting += 1;
    try {
      return await this.turns.run(work);
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (error instanceof UnknownLetterError) throw unknown();
      throw new Problem(
        'unavailable',
        'Dead letters are unavailable: the broker does not answer, or not in time. A letter of this request may have been ' +
          'replayed or dropped anyway: check before you repeat the request.',
        { headers: { 'retry-after': '2' }, cause: error },
      );
    } finally {
      this.waiting -= 1;
    }
  }
}

const unknown = (): Problem => new Problem('not-found', 'This dead letter does not exist; it may already have been replayed or dropped.');

/** Offsets of the letters that one call replays: at least one, if there are any. */
function firstOf(letters: readonly DeadLetter[]): number[] {
  const chosen: number[] = [];
  let bytes = 0;
  for (const { offset, size } of letters.slice(0, REPLAYED_AT_ONCE.letters)) {
    bytes += size;
    if (chosen.length > 0 && bytes > REPLAYED_AT_ONCE.bytes) break;
    chosen.push(offset);
  }
  return chosen;
}
