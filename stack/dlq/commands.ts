import type { DeadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { describeLetter, describeQueue } from './describe.js';
import { bySource, parseLetterName } from './letter-name.js';

type Print = (text: string) => void;

export async function listLetters(desks: DeadLetterDesks, print: Print): Promise<void> {
  for (const [queue, desk] of desks) print(describeQueue(queue, await desk.list()));
}

export async function showLetters(desks: DeadLetterDesks, names: readonly string[], print: Print): Promise<void> {
  const letters = names.map((name) => parseLetterName(name, desks));
  for (const { source, offset } of letters) print(describeLetter(source, await desks.get(source)!.show(offset)));
}

/**
 * Replays or drops the named letters, or all waiting ones.
 * @throws UnknownLetterError, or Error if no letter was named
 */
export async function settleLetters(
  desks: DeadLetterDesks,
  how: 'replay' | 'drop',
  choice: { names: readonly string[]; all: boolean },
  print: Print,
): Promise<void> {
  if (choice.all === choice.names.length > 0) throw new Error(`Name the letters to ${how} as list shows them, or say --all.`);
  const named = bySource(choice.names.map((name) => parseLetterName(name, desks)));
  for (const [queue, desk] of desks) {
    const offsets = choice.all ? (await desk.list()).map(({ offset }) => offset) : (named.get(queue) ?? []);
    if (offsets.length === 0) continue;
    await desk[how](offsets);
    print(`${queue}: ${offsets.length} ${how === 'replay' ? 'replayed' : 'dropped'}, ${(await desk.list()).length} left`);
  }
}
