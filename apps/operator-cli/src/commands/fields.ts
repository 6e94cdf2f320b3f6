import { InvalidArgumentError } from 'commander';
import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { CliError, UsageError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { collected, type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface Field {
  name: string;
  type: string;
  label?: string;
  unit?: string;
  objectTypes?: string[];
  review: string;
  onConflict: string;
}

/** A received field that is not defined yet. */
interface Sighting {
  name: string;
  count: number;
  conflicts: number;
  firstSeen: string;
  types: Record<string, number>;
  samples: string[];
  definition: (Field & { workspace?: string }) | null;
}

/** The definition on the command line; omitted members stay unchanged. */
interface Definition {
  type?: string;
  label?: string;
  unit?: string;
  decimals?: number;
  min?: number;
  max?: number;
  category?: string[];
  objectType?: string[];
  onConflict?: string;
}

const FIELDS: Column<Field>[] = [
  ['field', ({ name }) => name],
  ['type', ({ type }) => type],
  ['label', ({ label }) => label],
  ['unit', ({ unit }) => unit],
  ['of objects', ({ objectTypes }) => objectTypes],
  ['review', ({ review }) => review],
  ['on conflict', ({ onConflict }) => onConflict],
];
const SIGHTINGS: Column<Sighting>[] = [
  ['field', ({ name }) => name],
  ['values', ({ count }) => count],
  ['of type', ({ types }) => typesSent(types)],
  ['conflicts', ({ conflicts }) => conflicts],
  ['first seen', ({ firstSeen }) => firstSeen],
  ['samples', ({ samples }) => samples],
  ['defined as', ({ definition }) => definition && `${definition.type} (${definition.review})`],
];
const TYPES = ['String', 'Number', 'Category'];

const typesSent = (types: Record<string, number>): string[] =>
  Object.entries(types)
    .filter(([, count]) => count > 0)
    .map(([type]) => type);

const oneOf =
  (...allowed: string[]) =>
  (text: string): string => {
    if (!allowed.includes(text)) throw new InvalidArgumentError(`It must be one of ${allowed.join(', ')}.`);
    return text;
  };

/** The route of the caller to the fields of a workspace. */
const fieldsOf = async (session: Session, workspace: string): Promise<string> =>
  `${(await session.isOperator()) ? '/operator/workspaces' : '/groups'}/${part(workspace)}/fields`;

const sightings = (session: Session, path: string) =>
  entriesOf<Sighting>(session.api, { path: `${path}/review`, entries: 'fields', cursorParameter: 'after' });

/**
 * Defines a field by its current definition or its sightings, changed by the given options.
 * @throws UsageError if the type is required
 */
async function judge(session: Session, workspace: string, name: string, given: Definition, review: string): Promise<void> {
  const path = await fieldsOf(session, workspace);
  const defined = (await allOf(entriesOf<Field>(session.api, { path, entries: 'fields' }))).find((field) => field.name === name);
  const type = given.type ?? defined?.type ?? (await typeSent(session, path, name));
  const { name: _name, workspace: _workspace, ...known } = (defined ?? {}) as Field & { workspace?: string };
  const { label, unit, decimals, min, max, category, objectType: objectTypes, onConflict } = given;
  const values = { label, unit, decimals, min, max, categories: category?.map(categoryOf), objectTypes, onConflict };
  const named = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  session.output.one(await session.api.send<object>('PUT', `${path}/${part(name)}`, { body: { ...known, ...named, type, review } }));
}

/** `namespace/name`; the name may contain slashes. */
function categoryOf(text: string): { namespace: string; categoryName: string } {
  const [, namespace, categoryName] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
  if (namespace === undefined || categoryName === undefined)
    throw new UsageError(`Write a category as in state/loading, not ${JSON.stringify(text)}.`);
  return { namespace, categoryName };
}

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}

async function typeSent(session: Session, path: string, name: string): Promise<string> {
  for await (const sighting of sightings(session, path)) {
    if (sighting.name !== name) continue;
    const types = typesSent(sighting.types);
    if (types.length === 1) return types[0]!;
    throw new UsageError(`Values of ${name} were sent as ${types.join(' and ')}: choose one with --type.`);
  }
  throw new CliError(`No value of ${name} has been sent so far: set its type with --type.`, EXIT.usage);
}

export const fieldCommands: CommandGroup = (program, act) => {
  const group = program.command('fields').description('manage the fields of a workspace and review fields that were sent');
  group
    .command('list <workspace>')
    .description('list defined fields')
    .action(
      act(async (session, _options, workspace) =>
        session.output.list(
          await allOf(entriesOf<Field>(session.api, { path: await fieldsOf(session, workspace!), entries: 'fields' })),
          FIELDS,
          'No fields are defined yet.',
        ),
      ),
    );
  group
    .command('review <workspace>')
    .description('list fields that were sent but are undefined or differ from their definition')
    .action(
      act(async (session, _options, workspace) =>
        session.output.list(await allOf(sightings(session, await fieldsOf(session, workspace!))), SIGHTINGS, 'There is nothing to review.'),
      ),
    );
  group
    .command('approve <workspace> <field>')
    .description('define a field as it was sent, or with the given options')
    .option('--type <type>', TYPES.join(', '), oneOf(...TYPES))
    .option('--label <label>', 'label for people')
    .option('--unit <unit>', 'Number: unit')
    .option('--decimals <number>', 'Number: decimals to show', numberOf)
    .option('--min <number>', 'Number: smallest value', numberOf)
    .option('--max <number>', 'Number: largest value', numberOf)
    .option('--category <categories>', 'Category: the allowed values, such as state/loading,state/idle', collected)
    .option('--object-type <types>', 'types of objects the field belongs to', collected)
    .option('--on-conflict <what>', 'what happens to values that break the definition: warn or reject', oneOf('warn', 'reject'))
    .action(act<Definition>((session, given, workspace, field) => judge(session, workspace!, field!, given, 'approved')));
  group
    .command('ignore <workspace> <field>')
    .description('accept values of a field without defining it, and do not list it for review again')
    .option('--type <type>', TYPES.join(', '), oneOf(...TYPES))
    .action(act<Definition>((session, given, workspace, field) => judge(session, workspace!, field!, given, 'ignored')));
  group
    .command('remove <workspace> <field>')
    .description('delete the definition; the field counts as unknown again')
    .action(
      act(async (session, _options, workspace, field) => {
        await session.api.send('DELETE', `${await fieldsOf(session, workspace!)}/${part(field!)}`);
        session.output.done(`The definition of ${field} was removed.`);
      }),
    );
};
