import { Command, CommanderError } from 'commander';
import { productVersion } from '#settings/product-version.js';
import type { Terminal } from '#terminal/terminal.js';
import { areaCommands } from './commands/areas.js';
import { auditCommands } from './commands/audit.js';
import { completionCommands } from './commands/completion.js';
import { cursorCommands } from './commands/cursors.js';
import { deadLetterCommands } from './commands/dead-letters.js';
import { doctorCommands } from './commands/doctor.js';
import { fieldCommands } from './commands/fields.js';
import { historyCommands } from './commands/history.js';
import { holdCommands } from './commands/holds.js';
import { idCommands } from './commands/ids.js';
import { keyCommands } from './commands/keys.js';
import { lagCommands } from './commands/lag.js';
import { loginCommands } from './commands/login.js';
import { moveCommands } from './commands/move.js';
import { objectCommands } from './commands/objects.js';
import { openApiCommands } from './commands/openapi.js';
import { passwordCommands } from './commands/passwords.js';
import { peopleCommands } from './commands/people.js';
import { planCommands } from './commands/plans.js';
import { rebuildCommands } from './commands/rebuild.js';
import { reportCommands } from './commands/reports.js';
import { retentionCommands } from './commands/retention.js';
import { tokenCommands } from './commands/tokens.js';
import { usageCommands } from './commands/usage.js';
import { webhookCommands } from './commands/webhooks.js';
import { workspaceCommands } from './commands/workspaces.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './errors/exit-codes.js';
import { showError } from './output/show-error.js';
import { actionsFor, type CommandGroup } from './session/command-work.js';

const GROUPS: readonly CommandGroup[] = [
  loginCommands,
  passwordCommands,
  workspaceCommands,
  moveCommands,
  peopleCommands,
  tokenCommands,
  planCommands,
  usageCommands,
  reportCommands,
  fieldCommands,
  areaCommands,
  webhookCommands,
  historyCommands,
  objectCommands,
  idCommands,
  holdCommands,
  retentionCommands,
  keyCommands,
  auditCommands,
  openApiCommands,
  doctorCommands,
  lagCommands,
  deadLetterCommands,
  rebuildCommands,
  cursorCommands,
  completionCommands,
];

/** Runs one command line and returns its exit code. @param more commands that exist only in a checkout */
export async function runWaymark(
  commandLine: readonly string[],
  terminal: Terminal,
  more: readonly CommandGroup[] = [],
): Promise<ExitCode> {
  const json = commandLine.includes('--json');
  const program = new Command('waymark')
    .description('Operates a Waymark installation through its public API.')
    .version(productVersion(), '--version', 'the version of Waymark')
    .option('--url <address>', 'the gateway (default: WAYMARK_URL, else http://localhost:8080)')
    .option('--json', 'print results and problems as sent by the service')
    .addHelpText('after', EXIT_CODES_HELP)
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      ...(json && {
        outputError: (text) => terminal.err(`${JSON.stringify({ detail: text.trim().replace(/^error: /, ''), exitCode: EXIT.usage })}\n`),
      }),
    })
    .showHelpAfterError(json ? false : '(add --help to see the available commands)')
    .exitOverride();
  const act = actionsFor(terminal);
  for (const add of [...GROUPS, ...more]) add(program, act);
  try {
    await program.parseAsync([...commandLine], { from: 'user' });
    return EXIT.fine;
  } catch (error) {
    // Commander has already printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
    return showError(error, terminal, program.opts<{ json?: boolean }>().json === true);
  }
}
