import type { DeadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { CliError, UsageError } from '../../apps/operator-cli/src/errors/cli-error.js';
import { EXIT } from '../../apps/operator-cli/src/errors/exit-codes.js';
import type { CommandGroup } from '../../apps/operator-cli/src/session/command-work.js';
import type { Session } from '../../apps/operator-cli/src/session/session.js';

interface DeskChoice {
  brokers?: string;
  prefix: string;
}

/** @throws CliError if no broker answers */
async function atDesks({ brokers, prefix }: DeskChoice, work: (desks: DeadLetterDesks) => Promise<void>): Promise<void> {
  const { chosenBrokers } = await import('../dlq/chosen-brokers.js');
  const { withDesks, BrokerAwayError } = await import('../dlq/desks.js');
  try {
    await withDesks({ ...chosenBrokers(brokers), prefix }, work);
  } catch (error) {
    if (error instanceof BrokerAwayError) throw new CliError(error.message, EXIT.unreachable, { cause: error });
    throw error;
  }
}

async function list({ output }: Session, choice: DeskChoice): Promise<void> {
  const { listLetters } = await import('../dlq/commands.js');
  await atDesks(choice, async (desks) => {
    if (!output.json) return listLetters(desks, (text) => output.text(text));
    const letters: Record<string, unknown> = {};
    for (const [queue, desk] of desks) letters[queue] = await desk.list();
    output.value(letters);
  });
}

/**
 * Commands that use the installation's broker and database instead of the public interface, and so run on its machine. Their modules are
 * only loaded when needed, so that other commands do not wait for them.
 */
export const installationCommands: CommandGroup = (program, act) => {
  const dlq = program.command('dlq').description('dead letters: records that could not be processed (by direct access to the broker)');
  const letters = (name: string, description: string) =>
    dlq
      .command(name)
      .description(description)
      .option(
        '--brokers <list>',
        'host:port of the brokers, comma-separated (default: KAFKA_BROKERS, else the broker that npm start runs)',
        process.env.KAFKA_BROKERS,
      )
      .option('--prefix <text>', 'prefix of all topics (default: TOPIC_PREFIX)', process.env.TOPIC_PREFIX ?? '');
  letters('list', 'list the waiting letters with their number and reasons').action(act<DeskChoice>(list));
  letters('show <letters...>', 'whole letters, named as list shows them, such as commands:12').action(
    act<DeskChoice>(async ({ output }, choice, ...names) => {
      const { showLetters } = await import('../dlq/commands.js');
      await atDesks(choice, (desks) => showLetters(desks, names.flat(), (text) => output.text(text)));
    }),
  );
  for (const [how, description] of [
    ['replay', 'write the records to where they came from, as they were'],
    ['drop', 'forget letters'],
  ] as const) {
    letters(`${how} [letters...]`, description)
      .option('--all', 'all waiting letters', false)
      .action(
        act<DeskChoice & { all: boolean }>(async ({ output }, choice, ...names) => {
          const { all } = choice;
          if (all === names.flat().length > 0) throw new UsageError(`Name the letters to ${how} as list shows them, or say --all.`);
          const { settleLetters } = await import('../dlq/commands.js');
          await atDesks(choice, (desks) => settleLetters(desks, how, { names: names.flat(), all }, (text) => output.text(text)));
        }),
      );
  }
};
