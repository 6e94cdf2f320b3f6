import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { Column } from '#terminal/output.js';
import type { Session } from '../session.js';
import type { CommandGroup } from './command-work.js';

interface Rebuild {
  id: string;
  check: boolean;
  startedAt: string;
  endedAt: string | null;
  status: string;
  differences: number | null;
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

/** Follows the one that was begun until it has ended; lost sight of, it goes on. */
async function follow({ api, output }: Session, begun: Rebuild): Promise<void> {
  let said = '';
  for (let run = begun; ; await sleep(LOOK_EVERY_MS)) {
    if (run.says !== said && !output.json) output.note((said = run.says));
    if (run.status !== 'running') {
      if (output.json) output.value(run);
      else output.note(run.differences === 0 ? 'Row by row, both are the same.' : `It ended: ${run.status}.`);
      if (run.status === 'differs') throw new CliError(`${run.differences} rows differ (at most 1000 of each table are counted).`, EXIT.incomplete);
      if (run.status !== 'same') throw new CliError(`The rebuild ${run.status === 'failed' ? 'failed' : 'was interrupted'}: ${run.says}`, EXIT.refused);
      return;
    }
    run = (await api.get<{ rebuilds: Rebuild[] }>(PATH)).rebuilds.find(({ id }) => id === begun.id) ?? run;
  }
}

export const rebuildCommands: CommandGroup = (program, act) => {
  program
    .command('rebuild')
    .description('rebuild the projection from the topics while reads continue, compare row by row, and swap')
    .option('--check', 'only compare; do not swap')
    .option('--list', 'list the last rebuilds and the progress of the current one')
    .option('--no-wait', 'start it and return at once')
    .action(
      act<{ check?: boolean; list?: boolean; wait: boolean }>(async (session, { check, list, wait }) => {
        const { api, output } = session;
        if (list) return output.list((await api.get<{ rebuilds: Rebuild[] }>(PATH)).rebuilds, COLUMNS, 'The projection was never rebuilt.');
        const begun = await api.send<Rebuild>('POST', check ? `${PATH}?check=true` : PATH);
        if (wait) return follow(session, begun);
        if (output.json) output.value(begun);
        else output.note('It has begun; waymark rebuild --list says how far it is.');
      }),
    );
};
