import { type Command, InvalidArgumentError } from 'commander';
import type { Column } from '#terminal/output.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { type CommandGroup, count, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface Plan {
  name: string;
  limits: Record<string, number | string | null>;
}

/** Limits by their API names, with descriptions. */
const LIMITS = {
  callsPerMonth: 'calls per calendar month',
  callsPerSecond: 'calls per second for the workspace',
  elementsPerSecond: 'elements per second for the workspace',
  tokenCallsPerSecond: 'calls per second for each token',
  tokenElementsPerSecond: 'elements per second for each token',
  burstSeconds: 'seconds of the rate that may be used in a burst',
  elementsPerCall: 'maximum number of elements in one array',
  bodyBytes: 'maximum body size in bytes',
  historyDays: 'days that history is kept',
  webhooks: 'webhooks of the workspace',
  objects: 'objects that are not erased',
  newObjectsPerDay: 'objects created per day (UTC)',
} as const;

const COLUMNS: Column<Plan>[] = [
  ['plan', ({ name }) => name],
  ...Object.keys(LIMITS).map((limit): Column<Plan> => [limit, ({ limits }) => limits[limit]]),
  ['lane', ({ limits }) => limits.lane],
];

const optionOf = (limit: string): string => `--${limit.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Commander treats null as "not given". */
function limitOf(text: string): number | 'none' {
  if (text === 'none') return text;
  try {
    return text === '0' ? 0 : count(text);
  } catch {
    throw new InvalidArgumentError('It must be a whole number, or none.');
  }
}

const plansOf = async ({ api }: Session): Promise<Plan[]> => (await api.get<{ plans: Plan[] }>('/operator/plans')).plans;

/** Limits that are not given stay unchanged; the API itself can only replace a whole plan. */
async function set(session: Session, given: Record<string, unknown>, name: string): Promise<void> {
  const present = (await plansOf(session)).find((plan) => plan.name === name)?.limits ?? {};
  const named = Object.fromEntries(
    [...Object.keys(LIMITS), 'lane']
      .filter((limit) => given[limit] !== undefined)
      .map((limit) => [limit, given[limit] === 'none' ? null : given[limit]]),
  );
  const { name: made, limits } = await session.api.send<Plan>('PUT', `/operator/plans/${part(name)}`, { body: { ...present, ...named } });
  if (session.output.json) session.output.value({ name: made, limits });
  else session.output.one({ plan: made, ...limits });
}

export const planCommands: CommandGroup = (program, act) => {
  const group = program.command('plan').description('manage plans, the limits of workspaces');
  group
    .command('list')
    .description('list plans; – means unlimited')
    .action(act(async (session) => session.output.list(await plansOf(session), COLUMNS, 'There are no plans.')));
  const setting: Command = group.command('set <plan>').description('create a plan, or change the given limits of one');
  for (const [limit, of] of Object.entries(LIMITS)) setting.option(`${optionOf(limit)} <number>`, `${of}; none: not limited`, limitOf);
  setting
    .option('--lane <lane>', 'standard or backlog', (text) => {
      if (text !== 'standard' && text !== 'backlog') throw new InvalidArgumentError('It must be standard or backlog.');
      return text;
    })
    .action(act<Record<string, unknown>>((session, options, name) => set(session, options, name!)));
  group
    .command('remove <plan>')
    .description('remove an unused plan')
    .action(
      act(async ({ api, output }, _options, name) => {
        if (name === 'unlimited') throw new CliError('The plan unlimited cannot be removed, because new workspaces get it.', EXIT.usage);
        await api.send('DELETE', `/operator/plans/${part(name!)}`);
        output.done(`The plan ${name} was removed.`);
      }),
    );
};
