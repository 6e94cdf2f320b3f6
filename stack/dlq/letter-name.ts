import type { Desks } from './desks.js';

/** `commands:12`: the dead letter at offset 12 of object.commands.dead-letter. */
export interface LetterName {
  queue: string;
  offset: number;
}

/** @throws Error saying what a name looks like */
export function parseLetterName(text: string, desks: Desks): LetterName {
  const match = /^([a-z-]+):(\d{1,15})$/.exec(text);
  if (!match || !desks.has(match[1]!)) {
    throw new Error(`${JSON.stringify(text)} names no dead letter: write ${[...desks.keys()].map((queue) => `${queue}:OFFSET`).join(' or ')}, as list shows them.`);
  }
  return { queue: match[1]!, offset: Number(match[2]) };
}

/** The offsets that are asked for, by queue. */
export function byQueue(names: readonly LetterName[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { queue, offset } of names) groups.set(queue, [...new Set([...(groups.get(queue) ?? []), offset])]);
  return groups;
}
