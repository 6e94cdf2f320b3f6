/**
 * `npm run replay -- FILE.csv --id COL --time COL --lat COL --lon COL`: posts a recorded track. Exit code 1 if some rows were unreadable or
 * rejected.
 */
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { FixedOffsetZone, IANAZone } from 'luxon';
import { collect, postingCommand, runTool, stopSignal } from './posting/command-line.js';
import { resolveTarget } from './posting/target.js';
import type { RowColumns } from './replay/row.js';
import { runReplay } from './replay/run-replay.js';

const command = postingCommand('replay', 'Posts a recorded track from a CSV file, in the order of the file.')
  .argument('<file>', 'CSV file whose first line names the columns')
  .requiredOption('--id <column>', 'column of the externalId')
  .option(
    '--prefix <text>',
    'text before each id, because files often number objects from 1 and an id belongs to one workspace permanently',
  )
  .option('--delimiter <character>', 'column separator; tab for a tab (default: detected from the header, one of , ; tab |)', delimiter)
  .requiredOption('--time <column>', 'column of the time')
  .requiredOption('--lat <column>', 'column of the latitude, decimal degrees')
  .requiredOption('--lon <column>', 'column of the longitude, decimal degrees')
  .option('--title <column>', 'column with the title of new objects')
  .option('--number <column>', 'column to send as a numeric field; may be repeated', collect, [])
  .option('--string <column>', 'column to send as a text field; may be repeated', collect, [])
  .option('--zone <zone>', 'time zone for times without one, such as Europe/London or UTC+2', zone, 'UTC')
  .option('--format <format>', 'how times are written, as luxon\'s tokens: "dd/MM/yyyy HH:mm" (default: ISO 8601, SQL or epoch)')
  .option('--speed <n|max>', 'factor of the original speed; max: as fast as possible', speed, Infinity);

function delimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text;
  if ([...character].length !== 1 || /["\r\n]/.test(character)) throw new InvalidArgumentError('It must be one character, and no quote.');
  return character;
}

function zone(text: string): string {
  if (!IANAZone.isValidZone(text) && FixedOffsetZone.parseSpecifier(text) === null) throw new InvalidArgumentError('No such time zone.');
  return text;
}

function speed(text: string): number {
  const number = text === 'max' ? Infinity : Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0, or max.');
  return number;
}

await runTool(async () => {
  const parsed = command.parse();
  const options = parsed.opts<RowColumns & { speed: number; workspace: string; url?: string; token?: string }>();
  const target = await resolveTarget(options);
  // npm runs scripts in the checkout, and passes the folder where it was called in INIT_CWD.
  const file = resolve(process.env.INIT_CWD ?? '.', parsed.args[0]!);
  const signal = stopSignal();
  const { figures, unreadable } = await runReplay({ ...target, file, columns: options, speed: options.speed, signal });
  return unreadable > 0 || figures.rejected > 0 || signal.aborted ? 1 : 0;
});
