import { Command, InvalidArgumentError, Option } from 'commander';
import { surviveLostOutput } from '../display/lost-output.js';

/** Exit code for a wrong command line, or a service that refuses or is down. */
const EXIT_UNUSABLE = 2;

/** The options that all posting tools share. */
export function postingCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--workspace <id>', 'workspace to post to', 'demo')
    .option('--url <address>', 'address of the gateway (default: the one that npm start of this checkout runs)')
    .addOption(new Option('--token <jwt>', 'token to post with (default: one is made)').env('WAYMARK_TOKEN'))
    .exitOverride()
    .showHelpAfterError();
}

/** A whole number from 1. */
export function count(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Aborted by Ctrl-C or SIGTERM; tools then finish their current work first. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Runs a tool; errors are shown as one line without a stack trace. */
export async function runTool(work: () => Promise<number>): Promise<void> {
  surviveLostOutput();
  try {
    process.exitCode = await work();
  } catch (error) {
    const { code, message, exitCode } = error as { code?: string; message: string; exitCode?: number };
    const byCommander = code?.startsWith('commander.') === true;
    if (!byCommander) process.stderr.write(`${message}\n`);
    process.exitCode = byCommander && exitCode === 0 ? 0 : EXIT_UNUSABLE;
  }
}
