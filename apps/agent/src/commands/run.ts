import { runUntilSignal } from '#lifecycle/run-until-signal.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { AgentError } from '../errors/agent-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { Agent } from '../running/agent.js';
import { type AddCommand, DEFAULT_FILE } from './command-context.js';

export const runCommand: AddCommand = (program, { terminal }) => {
  program
    .command('run')
    .description('forward what the sources say until SIGTERM; SIGHUP, or a change of the file, reads it again')
    .argument('[file]', 'the configuration', DEFAULT_FILE)
    .action(async (file: string) => {
      let agent: Agent | undefined;
      try {
        await runUntilSignal((onFatal) => {
          const made = new Agent({ file, environment: terminal.environment, onFatal });
          process.on('SIGHUP', () => void made.reload('SIGHUP'));
          return (agent = made);
        });
      } catch (error) {
        await agent?.stop().catch(() => undefined);
        throw new AgentError((error as Error).message, error instanceof ConfigurationError ? EXIT.configuration : EXIT.failed, {
          cause: error,
        });
      }
    });
};
