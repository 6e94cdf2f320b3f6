import { setTimeout as sleep } from 'node:timers/promises';
import type { Column } from '#terminal/output.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import type { CommandGroup } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface Rebuild {
  id: string;
  check: boolean;
  startedAt: string;
  endedAt: string | null;
  status: string;
  differences: number | null;
  /** Missing from older services. */
  found?: { table: string; what: string; rows: number; examples: string[] }[];
  says: string;
}

const PATH = '/operator/rebuild';
const LOOK_EVERY_MS = 1000;

const COLUMNS: Column<Rebuild>[] = [
  ['started', ({ startedAt }) => startedAt],
  ['ended', ({ endedAt }) => endedAt],
  ['status', ({ status, check }) => (check ? `${status} (check)` : status)],
  ['rows that differ', ({ differences }) => differences],
  ['says', ({ says }) => says],
];

const COUNTED = 'at most 1000 of each table are counted';

/** Follows a started rebuild to its end; the rebuild continues even if the connection is lost. */
async function follow({ api, output }: Session, begun: Rebuild): Promise<void> {
  let printed = '';
  for (let run = begun; ; await sleep(LOOK_EVERY_MS)) {
    if (run.says !== printed && !output.json) output.note((printed = run.says));
    if (run.status !== 'running') return ended(output, run);
    run = (await api.get<{ rebuilds: Rebuild[] }>(PATH)).rebuilds.find(({ id }) => id === begun.id) ?? run;
  }
}

/** @throws CliError if the result is not the requested one */
function ended(output: Session['output'], run: Rebuild): void {
  const { status, differences, says, check, found = [] } = run;
  if (output.json) output.value(run);
  else {
    for (const { table, what, rows, examples } of found)
      output.note(`${table}: ${rows} ${rows === 1 ? 'row' : 'rows'} ${what}, such as ${examples.join(', ')}`);
    if (status === 'same') output.note('Row by row, both are the same.');
    if (status === 'differs' && !check)
      output.note(
        `${differences} rows differed (${COUNTED}); it was swapped in anyway. waymark rebuild --undo ` +
          'brings the former projection back.',
      );
  }
  if (status === 'differs' && check) throw new CliError(`${differences} rows differ (${COUNTED}).`, EXIT.incomplete);
  if (status === 'refused') {
    const remedy =
      'Rows "only in the former" would be lost by a swap; rows "only in the new" and "different" would ' +
      'be repaired by it. If that is right: waymark rebuild --accept-differences.';
    throw new CliError(`Nothing was swapped: ${differences} rows differ (${COUNTED}). ${remedy}`, EXIT.incomplete);
  }
  if (status === 'failed' || status === 'interrupted')
    throw new CliError(`The rebuild ${status === 'failed' ? 'failed' : 'was interrupted'}: ${says}`, EXIT.refused);
}

interface RebuildFlags {
  check?: boolean;
  acceptDifferences?: boolean;
  undo?: boolean;
  list?: boolean;
  wait: boolean;
}

/** @throws CliError if two of the flags are given */
function pathOf(flags: RebuildFlags): string {
  const given = (['check', 'acceptDifferences', 'undo'] as const).filter((name) => flags[name]);
  if (given.length > 1) throw new CliError('Only one of --check, --accept-differences and --undo can be given.', EXIT.usage);
  return given.length === 0 ? PATH : `${PATH}?${given[0]}=true`;
}

export const rebuildCommands: CommandGroup = (program, act) => {
  program
    .command('rebuild')
    .description('rebuild the projection from the topics while reads continue, compare row by row, and swap if nothing differs')
    .option('--check', 'only compare; do not swap')
    .option('--accept-differences', 'swap despite differences, using the projection that was already built, if it is still kept')
    .option('--undo', 'bring back the projection that the last rebuild replaced (kept for a day)')
    .option('--list', 'list the last rebuilds and the progress of the current one')
    .option('--no-wait', 'start it and return at once')
    .action(
      act<RebuildFlags>(async (session, flags) => {
        const { api, output } = session;
        if (flags.list)
          return output.list((await api.get<{ rebuilds: Rebuild[] }>(PATH)).rebuilds, COLUMNS, 'The projection was never rebuilt.');
        const begun = await api.send<Rebuild>('POST', pathOf(flags));
        if (flags.wait) return follow(session, begun);
        if (output.json) output.value(begun);
        else output.note('It has started; waymark rebuild --list shows its progress.');
      }),
    );
};
