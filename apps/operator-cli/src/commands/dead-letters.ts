import type { Column, Output } from '#terminal/output.js';
import type { ApiClient } from '../api/api-client.js';
import { allOf, entriesOf } from '../api/pages.js';
import { CliError, UsageError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface DeadLetter {
  letter: string;
  reason: string;
  time: string;
  source: { topic: string; partition: number; offset: number };
  key: string | null;
  size: number;
}

interface Content {
  encoding: string;
  data: string;
}

interface OpenedLetter extends DeadLetter {
  headers: Record<string, Content>;
  value: Content | null;
}

const PATH = '/operator/dead-letters';
const MAX_LETTERS_PER_PAGE = '200';

const COLUMNS: Column<DeadLetter>[] = [
  ['letter', ({ letter }) => letter],
  ['time', ({ time }) => time],
  ['from', ({ source }) => `${source.topic}[${source.partition}]@${source.offset}`],
  ['key', ({ key }) => key],
  ['bytes', ({ size }) => size],
  ['reason', ({ reason }) => reason],
];

const at = (letter: string, what = ''): string => `${PATH}/${part(letter)}${what}`;

function lettersOf(api: ApiClient, source: string | undefined): Promise<DeadLetter[]> {
  return allOf(
    entriesOf<DeadLetter>(api, {
      path: PATH,
      entries: 'letters',
      cursorParameter: 'after',
      query: { source, limit: MAX_LETTERS_PER_PAGE },
    }),
  );
}

const shown = ({ encoding, data }: Content): string => (encoding === 'utf8' ? data : `${encoding} ${data}`);

async function show({ api, output }: Session, names: readonly string[]): Promise<void> {
  const letters: OpenedLetter[] = [];
  for (const name of names) letters.push(await api.get<OpenedLetter>(at(name)));
  if (output.json) return output.value(letters);
  for (const { headers, value, source, ...letter } of letters) {
    const from = { topic: source.topic, partition: source.partition, offset: source.offset };
    const sent = Object.fromEntries(Object.entries(headers).map(([name, content]) => [`header ${name}`, shown(content)]));
    output.one({ ...letter, ...from, ...sent, value: value && shown(value) });
  }
}

/** Prints each finished item, even if a later one fails. */
async function each(output: Output, names: readonly string[], done: string, work: (name: string) => Promise<unknown>): Promise<void> {
  for (const name of names) {
    await work(name);
    output.done(`${name} is ${done}.`);
  }
}

/** Replays the waiting letters of a source; a record that fails again meanwhile is not replayed twice. */
async function replayAll({ api, output }: Session, source: string): Promise<void> {
  const last = (await lettersOf(api, source)).at(-1)?.letter;
  let replayed = 0;
  for (let left = last === undefined ? 0 : 1; left > 0;) {
    const answer = await api.send<{ replayed: number; left: number }>(
      'POST',
      `${PATH}/replay?${new URLSearchParams({ source, upTo: last! })}`,
    );
    replayed += answer.replayed;
    left = answer.left;
    if (left > 0 && answer.replayed === 0) throw new CliError(`${left} letters of ${source} could not be replayed.`, EXIT.refused);
  }
  if (output.json) output.value({ source, replayed, left: 0 });
  else output.note(`${replayed} letters of ${source} were replayed.`);
}

export const deadLetterCommands: CommandGroup = (program, act) => {
  const group = program.command('dead-letters').description('manage records that could not be processed');
  group
    .command('list')
    .description('list waiting records without their contents')
    .option('--source <source>', 'only those of commands or of events')
    .action(
      act<{ source?: string }>(async ({ api, output }, { source }) =>
        output.list(await lettersOf(api, source), COLUMNS, 'There are no waiting dead letters.'),
      ),
    );
  group
    .command('show <letters...>')
    .description('show whole records; name them as list does, such as commands:12')
    .action(act((session, _options, ...names) => show(session, names.flat())));
  group
    .command('replay [letters...]')
    .description('write records back to their topic unchanged')
    .option('--source <source>', 'all waiting records of commands or of events')
    .action(
      act<{ source?: string }>(async (session, { source }, ...given) => {
        const names = given.flat();
        if ((source === undefined) === (names.length === 0))
          throw new UsageError('Name the letters to replay as shown by list, or use --source.');
        if (source !== undefined) return replayAll(session, source);
        await each(session.output, names, 'replayed', (name) => session.api.send('POST', at(name, '/replay')));
      }),
    );
  group
    .command('drop <letters...>')
    .description('delete records')
    .action(
      act((session, _options, ...names) => each(session.output, names.flat(), 'dropped', (name) => session.api.send('DELETE', at(name)))),
    );
};
