import { Command, CommanderError } from 'commander';
import { productVersion } from '#settings/product-version.js';
import { Output } from '#terminal/output.js';
import { printable } from '#terminal/printable.js';
import type { Terminal } from '#terminal/terminal.js';
import { checkCommand } from './commands/check.js';
import type { AddCommand } from './commands/command-context.js';
import { refusedCommand } from './commands/refused.js';
import { replayCommand } from './commands/replay.js';
import { runCommand } from './commands/run.js';
import { schemaCommand } from './commands/schema.js';
import { tailCommand } from './commands/tail.js';
import { AgentError } from './errors/agent-error.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './errors/exit-codes.js';

const COMMANDS: readonly AddCommand[] = [checkCommand, tailCommand, runCommand, refusedCommand, replayCommand, schemaCommand];

/**
 * Runs one command line. `run` ends the process itself, on a signal.
 * @param signal aborted by Ctrl-C
 * @returns the exit code; undefined while the command keeps running
 */
export async function runAgent(commandLine: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<ExitCode | undefined> {
  const program = new Command('agent')
    .description('Forwards tracking systems of a site to Waymark, without loss (docs/agent.md).')
    .version(productVersion(), '--version', 'the version')
    .addHelpText('after', EXIT_CODES_HELP)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(add --help to see what there is)')
    .exitOverride();
  const output = new Output(terminal, false);
  for (const add of COMMANDS) add(program, { terminal, output, signal });
  try {
    await program.parseAsync([...commandLine], { from: 'user' });
    return commandLine[0] === 'run' ? undefined : EXIT.fine;
  } catch (error) {
    // Commander has already printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
    const message = error instanceof Error ? error.message : String(error);
    terminal.err(`${message.split('\n').map(printable).join('\n')}\n`);
    return error instanceof AgentError ? error.exitCode : EXIT.failed;
  }
}
