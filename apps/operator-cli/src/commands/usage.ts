import { InvalidArgumentError } from 'commander';
import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface Usage {
  workspace: string;
  month: string;
  plan: string;
  calls: { used: number; left: number | null; limit: number | null };
  elements: number;
  resetsAt: string;
  /** Null: not counted at the moment. */
  objects: { used: number; limit: number | null; createdToday: number; limitPerDay: number | null } | null;
}

interface UsageOfToken {
  kind: string;
  id: string;
  name: string | null;
  calls: number;
  elements: number;
  refused: number;
}

interface LimitStanding {
  limit: string;
  quota: number;
  windowSeconds: number;
  used: number;
  left: number;
  resetsAt: string;
}

/** Usage of one workspace; `standing` is only visible to tokens of the workspace. */
interface WorkspaceUsage extends Usage {
  tokens: UsageOfToken[];
  standing?: LimitStanding[];
}

const COLUMNS: Column<Usage>[] = [
  ['workspace', ({ workspace }) => workspace],
  ['plan', ({ plan }) => plan],
  ['month', ({ month }) => month],
  ['calls', ({ calls }) => calls.used],
  ['left', ({ calls }) => calls.left],
  ['of', ({ calls }) => calls.limit],
  ['elements', ({ elements }) => elements],
  ['objects', ({ objects }) => objects?.used],
  ['objects of', ({ objects }) => objects?.limit],
  ['new today', ({ objects }) => objects?.createdToday],
  ['new of', ({ objects }) => objects?.limitPerDay],
  ['resets', ({ resetsAt }) => resetsAt],
];

const TOKEN_COLUMNS: Column<UsageOfToken>[] = [
  ['token of', ({ kind }) => kind],
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['calls', ({ calls }) => calls],
  ['elements', ({ elements }) => elements],
  ['refused', ({ refused }) => refused],
];

const LIMIT_COLUMNS: Column<LimitStanding>[] = [
  ['limit', ({ limit }) => limit],
  ['used', ({ used }) => used],
  ['left', ({ left }) => left],
  ['of', ({ quota }) => quota],
  ['in seconds', ({ windowSeconds }) => windowSeconds],
  ['resets', ({ resetsAt }) => resetsAt],
];

/** Usage of one workspace, read by an operator or with a token of the workspace. */
async function ofWorkspace(session: Session, workspace: string, month: string | undefined): Promise<void> {
  const { api, output } = session;
  const path = (await session.isOperator()) ? `/operator/workspaces/${part(workspace)}/usage` : `/groups/${part(workspace)}/usage`;
  const used = await api.get<WorkspaceUsage>(month === undefined ? path : `${path}?month=${month}`);
  if (output.json) return output.value(used);
  output.list([used], COLUMNS, '');
  if (used.standing !== undefined && used.standing.length > 0) {
    output.text('');
    output.list(used.standing, LIMIT_COLUMNS, '');
  }
  output.text('');
  output.list(used.tokens, TOKEN_COLUMNS, 'There are no calls.');
}

function monthOf(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('Write a month as in 2026-11.');
  return text;
}

export const usageCommands: CommandGroup = (program, act) => {
  program
    .command('usage [workspace]')
    .description("show usage of the plan's limits by one workspace and its tokens, or by all workspaces (operators)")
    .option('--month <month>', 'month, such as 2026-11; default: the current one', monthOf)
    .action(
      act<{ month?: string }>(async (session, { month }, workspace) => {
        if (workspace !== undefined) return ofWorkspace(session, workspace, month);
        const used = await allOf(
          entriesOf<Usage>(session.api, { path: '/operator/usage', entries: 'usage', cursorParameter: 'after', query: { month } }),
        );
        session.output.list(used, COLUMNS, 'There is no usage.');
      }),
    );
};
