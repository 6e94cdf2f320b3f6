import type { Command } from 'commander';
import type { Column } from '#terminal/output.js';
import { ObjectsReader } from '../api/objects-reader.js';
import { collected, type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

type Row = Record<string, string | number | null>;

interface Report {
  rows: Row[];
}

interface ReportOptions {
  csv?: boolean;
  from?: string;
  to?: string;
  interval?: string;
  timeZone?: string;
  by?: string[];
  type?: string[];
  field?: string;
  category?: string;
  number?: string[];
  area?: string[];
  kind?: string[];
  externalId?: string;
}

/** Options with the names of the API parameters. */
const PARAMETERS = [
  'from',
  'to',
  'interval',
  'timeZone',
  'by',
  'type',
  'field',
  'category',
  'number',
  'area',
  'kind',
  'externalId',
] as const;

const pathOf = (report: string, workspace: string, options: ReportOptions): string => {
  const query = PARAMETERS.flatMap((name): [string, string][] => [options[name] ?? []].flat().map((value) => [name, value]));
  return `/groups/${part(workspace)}/reports/${report}?${new URLSearchParams(query).toString()}`;
};

/**
 * The report uses a token that is valid for 15 minutes and recorded in the audit, since an operator's own token cannot open a workspace.
 */
async function show(session: Session, workspace: string, path: string, csv: boolean): Promise<void> {
  const reader = (await session.isOperator()) ? new ObjectsReader(session.api, workspace, 'waymark report', 'reports:read') : undefined;
  try {
    await print(session, path, csv, await reader?.token());
  } finally {
    await reader
      ?.close()
      .catch(() =>
        session.output.note(
          'The token used to read the report could not be revoked; it expires within 15 minutes. See: waymark token list',
        ),
      );
  }
}

async function print({ api, output }: Session, path: string, csv: boolean, token: string | undefined): Promise<void> {
  if (csv) return output.raw(await api.text(path, 'text/csv', token));
  const report = await api.send<Report>('GET', path, { token });
  if (output.json) return output.value(report);
  const columns = [...new Set(report.rows.flatMap((row) => Object.keys(row)))].map((name): Column<Row> => [
    name,
    (row) => row[name] ?? null,
  ]);
  output.list(report.rows, columns, 'There is no activity in this time.');
}

/** Options of every report. */
const timed = (command: Command): Command =>
  command
    .option('--from <time>', 'start: a day, or a time at a quarter of an hour; default: seven days before the end')
    .option('--to <time>', 'end, exclusive; default: the end of today')
    .option('--interval <length>', 'quarter-hour, hour, day, week, month or all')
    .option('--time-zone <name>', 'time zone of days and months, such as Europe/Berlin')
    .option('--by <what>', 'break down by this; comma-separated', collected)
    .option('--csv', 'print CSV');
const ofObjects = (command: Command): Command =>
  command
    .option('--type <type>', 'only objects of these types; comma-separated', collected)
    .option('--field <name>', 'Category field for --by category and --category')
    .option('--category <name>', 'only objects with this value of --field');

const inAreas = (command: Command): Command => command.option('--area <id>', 'only these areas; comma-separated', collected);

const REPORTS: readonly { name: string; about: string; options: (command: Command) => Command }[] = [
  {
    name: 'tracking',
    about: 'what objects did: changes, distance, time, stops (by type, category, caller, area)',
    options: (command) => inAreas(ofObjects(command)),
  },
  {
    name: 'values',
    about: 'what was reported in fields of the kind Number (by type, category)',
    options: (command) => ofObjects(command).option('--number <field>', 'only these fields; comma-separated', collected),
  },
  {
    name: 'areas',
    about: 'how often objects entered areas and how long they were inside (by area, type, category)',
    options: (command) => inAreas(ofObjects(command)),
  },
  { name: 'usage', about: 'calls with their results, and elements (by caller, operation, type, category)', options: ofObjects },
  {
    name: 'access',
    about: 'who looked, scanned and changed (by caller, kind, operation, type, category, area)',
    options: (command) =>
      inAreas(ofObjects(command))
        .option('--kind <kind>', 'looked, scanned, changed or administered; comma-separated', collected)
        .option('--external-id <id>', 'only calls about this object'),
  },
];

export const reportCommands: CommandGroup = (program, act) => {
  const reports = program.command('report').description('print reports of a workspace');
  for (const { name, about, options } of REPORTS) {
    options(timed(reports.command(`${name} <workspace>`).description(about))).action(
      act<ReportOptions>((session, chosen, workspace) => show(session, workspace!, pathOf(name, workspace!, chosen), chosen.csv === true)),
    );
  }
};
