import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { jsonOfInput } from '../output/json-input.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';
import { inWorkspace } from '../session/workspace-access.js';

interface Area {
  areaId: string;
  name: string;
  category?: string;
  floor?: string | number;
  geometry: { type: string };
  revision: number;
  updatedAt: string;
}

const COLUMNS: Column<Area>[] = [
  ['id', ({ areaId }) => areaId],
  ['name', ({ name }) => name],
  ['category', ({ category }) => category],
  ['floor', ({ floor }) => floor],
  ['shape', ({ geometry }) => geometry.type],
  ['revision', ({ revision }) => revision],
  ['changed', ({ updatedAt }) => updatedAt],
];
const IMPORTED: Column<Pick<Area, 'areaId' | 'name' | 'revision'>>[] = [
  ['id', ({ areaId }) => areaId],
  ['name', ({ name }) => name],
  ['revision', ({ revision }) => revision],
];

const at = (workspace: string, what = ''): string => `/groups/${part(workspace)}/areas${what}`;

/** One call in a workspace, with the caller's own token or an operator's short-lived one. */
async function call<T>(
  session: Session,
  workspace: string,
  method: string,
  path: string,
  show: (answer: T) => void,
  body?: unknown,
): Promise<void> {
  await inWorkspace(session, workspace, method === 'GET' ? 'objects:read' : 'areas:write', async (token) =>
    show(await session.api.send<T>(method, path, { token, body })),
  );
}

export const areaCommands: CommandGroup = (program, act) => {
  const group = program.command('areas').description('manage areas (geofences) of a workspace');
  group
    .command('list <workspace>')
    .description('list areas')
    .option('--category <name>', 'only areas of this category')
    .option('--bbox <box>', 'only areas whose bounding box touches this one: west,south,east,north in degrees')
    .action(
      act<{ category?: string; bbox?: string }>((session, { category, bbox }, workspace) =>
        inWorkspace(session, workspace!, 'objects:read', async (token) => {
          const api = { get: <T>(path: string): Promise<T> => session.api.send<T>('GET', path, { token }) };
          const areas = entriesOf<Area>(api, {
            path: at(workspace!),
            entries: 'areas',
            cursorParameter: 'after',
            query: { category, bbox },
          });
          session.output.list(await allOf(areas), COLUMNS, 'There are no matching areas.');
        }),
      ),
    );
  group
    .command('get <workspace> <area>')
    .description('show one area with its outline')
    .action(
      act((session, _options, workspace, area) =>
        call<Area>(session, workspace!, 'GET', at(workspace!, `/${part(area!)}`), (answer) => session.output.one(answer)),
      ),
    );
  group
    .command('create <workspace> <file>')
    .description('create an area from JSON, as in POST /groups/{id}/areas; - reads stdin')
    .action(
      act(async (session, _options, workspace, file) => {
        const body = await jsonOfInput(file!, session.terminal);
        await call<Area>(session, workspace!, 'POST', at(workspace!), (answer) => session.output.one(answer), body);
      }),
    );
  group
    .command('import <workspace> <file>')
    .description('create areas from a GeoJSON FeatureCollection, all or none; - reads stdin')
    .action(
      act(async (session, _options, workspace, file) => {
        const body = await jsonOfInput(file!, session.terminal);
        await call<{ areas: Area[] }>(
          session,
          workspace!,
          'POST',
          at(workspace!, '/import'),
          (answer) =>
            session.output.json ? session.output.value(answer) : session.output.list(answer.areas, IMPORTED, 'Nothing was imported.'),
          body,
        );
      }),
    );
  group
    .command('delete <workspace> <area>')
    .description('delete an area; ongoing visits end')
    .action(
      act((session, _options, workspace, area) =>
        call(session, workspace!, 'DELETE', at(workspace!, `/${part(area!)}`), () => session.output.done(`Area ${area} is deleted.`)),
      ),
    );
};
