import { Command, InvalidArgumentError } from 'commander';
import { WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { parseDuration } from '#terminal/duration.js';
import { firstOperator, passwordLink } from './commands/operator-access.js';
import { reset } from './commands/reset.js';
import { start } from './commands/start.js';
import { allRun, describeStatus } from './commands/status.js';
import { stop } from './commands/stop.js';
import { createOperatorToken, createToken, parseScopes, type TokenOptions } from './directory/token.js';
import { surviveLostOutput } from './display/lost-output.js';
import { readStackSettings } from './settings/stack-settings.js';
import { ensurePrerequisites } from './setup/prerequisites.js';
import { supervise } from './supervision/supervise.js';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Adds the name of the option to a parser's error. */
const argument =
  <T>(parse: (text: string) => T) =>
  (text: string) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };

const program = new Command('waymark').description('Run Waymark with its own broker and database.');

program
  .command('start')
  .option('--detach', 'return when everything is ready and leave it running', false)
  .action(async ({ detach }: { detach: boolean }) => {
    process.exit(await start(readStackSettings(), { detach }));
  });
program.command('stop').action(async () => {
  process.exitCode = await stop(readStackSettings(), print);
});
program.command('status').action(async () => {
  const settings = readStackSettings();
  print(await describeStatus(settings));
  process.exitCode = allRun(settings) ? 0 : 1;
});
program
  .command('reset')
  .option('--yes', 'do not ask for confirmation', false)
  .action(async ({ yes }: { yes: boolean }) => {
    process.exitCode = await reset(readStackSettings(), { yes }, print);
  });
program
  .command('token')
  .option('--workspace <id>', 'workspace of the token; created if it does not exist', 'demo')
  .option('--name <name>', "the workspace's name for people")
  .option('--scope <scopes>', `comma-separated, of ${WORKSPACE_SCOPES.join(', ')} (default: all)`, argument(parseScopes))
  .option('--expires <duration>', 'lifetime, such as 12h, 30d or 4w (default: 30d)', argument(parseDuration))
  .option('--operator', 'create an operator token instead, valid for a day at most (default: 1h)')
  .action(async (options: { workspace: string; name?: string; scope?: TokenOptions['scopes']; expires?: number; operator?: boolean }) => {
    if (options.operator) return print(await createOperatorToken(readStackSettings(), options.expires));
    const { workspace, name, scope = WORKSPACE_SCOPES, expires = parseDuration('30d') } = options;
    print(await createToken(readStackSettings(), { workspace, name, scopes: scope, expiresInSeconds: expires }));
  });
program
  .command('first-operator')
  .description('create the first operator of an installation; print an invite link, the address and the one-time password')
  .option('--email <address>', 'default: operator@localhost')
  .action(async ({ email }: { email?: string }) => print(await firstOperator(readStackSettings(), email)));
program
  .command('password-link')
  .description('print a link for setting a new password and signing in')
  .argument('<address>', 'whose')
  .action(async (address: string) => print(await passwordLink(readStackSettings(), address)));
program
  .command('prerequisites')
  .description('install Java and Maven if possible without asking, otherwise print how')
  .action(() => ensurePrerequisites({ needsMaven: true, onInstall: (what) => print(`${what} missing: installing with apt-get …`) }));
program.command('supervise', { hidden: true }).action(() => supervise(readStackSettings()));

surviveLostOutput();
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
