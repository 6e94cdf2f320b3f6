import { type Command, InvalidArgumentError } from 'commander';
import type { Terminal } from '#terminal/terminal.js';
import { UsageError } from '../errors/cli-error.js';
import { type GlobalOptions, Session } from './session.js';

/** Adds the commands of one subject. */
export type CommandGroup = (program: Command, act: Act) => void;

/** The work of a command: its declared arguments, and its options including the global ones. */
export type Work<O extends object> = (session: Session, options: O, ...args: string[]) => Promise<void> | void;

/** Turns a command's work into its action. */
export type Act = <O extends object>(work: Work<O>) => (this: Command, ...args: unknown[]) => Promise<void>;

export function actionsFor(terminal: Terminal): Act {
  return (work) =>
    async function (this: Command) {
      const options = this.optsWithGlobals<GlobalOptions>();
      await work(new Session(terminal, options), options as never, ...(this.processedArgs as string[]));
    };
}

/** Adds the name of the option to a parser's error. */
export const parsedBy =
  <T>(parse: (text: string) => T) =>
  (text: string): T => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };

/** For an option that can be repeated or take commas: `--scope a,b --scope c`. */
export function collected(text: string, before: readonly string[] = []): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.includes('')) throw new InvalidArgumentError('There must be a value between two commas.');
  return [...new Set([...before, ...parts])];
}

/** A whole number from 1. */
export function count(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}

/** A part of a path. @throws UsageError for text that would lead to another address */
export function part(text: string): string {
  if (['', '.', '..'].includes(text)) throw new UsageError(`${JSON.stringify(text)} cannot be used in a request of this command.`);
  return encodeURIComponent(text);
}
