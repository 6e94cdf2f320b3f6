/** `npm run dlq -- list|show|replay|drop`: handles records that could not be processed. */
import { Command } from 'commander';
import type { DeadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { chosenBrokers } from './dlq/chosen-brokers.js';
import { listLetters, settleLetters, showLetters } from './dlq/commands.js';
import { withDesks } from './dlq/desks.js';
import { runTool } from './posting/command-line.js';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const program = new Command('dlq')
  .description('Manage dead letters: records that could not be processed. Name a letter as shown by list, such as commands:12.')
  .option(
    '--brokers <list>',
    'host:port of the brokers, comma-separated (default: KAFKA_BROKERS, else the broker that npm start runs)',
    process.env.KAFKA_BROKERS,
  )
  .option('--prefix <text>', 'prefix of all topics (default: TOPIC_PREFIX)', process.env.TOPIC_PREFIX ?? '')
  .exitOverride()
  .showHelpAfterError();

async function atDesks(work: (desks: DeadLetterDesks) => Promise<void>): Promise<void> {
  const { brokers, prefix } = program.opts<{ brokers?: string; prefix: string }>();
  await withDesks({ ...chosenBrokers(brokers), prefix }, work);
}

program
  .command('list')
  .description('list the waiting letters with their number and reasons')
  .action(() => atDesks((desks) => listLetters(desks, print)));
program
  .command('show <letters...>')
  .description('print complete letters')
  .action((names: string[]) => atDesks((desks) => showLetters(desks, names, print)));
for (const [how, description] of [
  ['replay', 'writes the records to where they came from, as they were'],
  ['drop', 'forgets letters'],
] as const) {
  program
    .command(`${how} [letters...]`)
    .description(description)
    .option('--all', 'all waiting letters', false)
    .action((names: string[], { all }: { all: boolean }) => atDesks((desks) => settleLetters(desks, how, { names, all }, print)));
}

await runTool(async () => {
  await program.parseAsync();
  return 0;
});
