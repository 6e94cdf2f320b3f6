import { type CommandGroup, part } from './command-work.js';

export const usageCommands: CommandGroup = (program, act) => {
  program
    .command('usage [workspace]')
    .description("what was used of the plan's limits: by one workspace, or by all (operators)")
    .action(
      act(async ({ api, output }, _options, workspace) => {
        const answer = await api.get<Record<string, unknown>>(workspace === undefined ? '/operator/usage' : `/groups/${part(workspace)}/usage`);
        const rows = Object.values(answer).find((value): value is Record<string, unknown>[] => Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null));
        if (output.json || rows === undefined) return output.one(answer);
        const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
        output.list(rows, heads.map((head) => [head, (row: Record<string, unknown>) => row[head]] as const), 'Nothing was used yet.');
      }),
    );
};
