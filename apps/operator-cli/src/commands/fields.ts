import { allOf, entriesOf } from '../api/pages.js';
import type { Column } from '../output/output.js';
import { type CommandGroup, part } from './command-work.js';

interface Field {
  name: string;
  type?: string;
  label?: string;
  unit?: string;
  state?: string;
}

const COLUMNS: Column<Field>[] = [
  ['field', ({ name }) => name],
  ['type', ({ type }) => type],
  ['label', ({ label }) => label],
  ['unit', ({ unit }) => unit],
  ['state', ({ state }) => state],
];

export const fieldCommands: CommandGroup = (program, act) => {
  const group = program.command('fields').description('fields of a workspace, and those that were sent and wait for a review');
  group
    .command('list <workspace>')
    .description('all fields')
    .action(act(async ({ api, output }, _options, workspace) => output.list(await allOf(entriesOf<Field>(api, { path: `/groups/${part(workspace!)}/fields`, entries: 'fields' })), COLUMNS, 'There is no field yet.')));
  group
    .command('approve <workspace> <field>')
    .description('approve a field as it was sent')
    .action(
      act(async ({ api, output }, _options, workspace, field) => {
        const made = await api.send<object | undefined>('POST', `/groups/${part(workspace!)}/fields/${part(field!)}/approve`);
        if (made === undefined) output.done(`The field ${field} is approved.`);
        else output.one(made);
      }),
    );
};
