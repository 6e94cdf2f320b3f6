import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { type CommandGroup, count } from '../session/command-work.js';

interface AuditLine {
  at: string;
  subject: string;
  address: string | null;
  action: string;
  target: string;
  workspace: string | null;
  detail: unknown;
}

const COLUMNS: Column<AuditLine>[] = [
  ['at', ({ at }) => at],
  ['who', ({ subject }) => subject],
  ['from', ({ address }) => address],
  ['did', ({ action }) => action],
  ['to', ({ target }) => target],
  ['detail', ({ detail }) => detail],
];
const USUAL_LINES = 50;

export const auditCommands: CommandGroup = (program, act) => {
  program
    .command('audit')
    .description('show who changed what, newest first')
    .option('--workspace <id>', 'only entries of this workspace')
    .option('--limit <number>', 'maximum number of entries', count, USUAL_LINES)
    .action(
      act<{ workspace?: string; limit: number }>(async ({ api, output }, { workspace, limit }) => {
        const lines = entriesOf<AuditLine>(api, {
          path: '/operator/audit',
          entries: 'audit',
          cursorParameter: 'before',
          query: { workspace },
        });
        output.list(await allOf(lines, limit), COLUMNS, 'There are no changes yet.');
      }),
    );
};
