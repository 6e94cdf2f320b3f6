import { type ReadonlySignal, signal } from '@preact/signals';
import type { Fleet } from '#demo-fleet/fleet.js';
import type { FleetWords } from '#demo-fleet/report.js';
import type { Api } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { onePerApp } from '../app/app.js';
import type { Words } from '../words/english.js';
import type { Speech } from '../words/speech.js';
import type { CurrentWorkspace } from '../workspace/current-workspace.js';

/** The parts of the app that a demo run needs. */
type Around = Pick<Speech, 'words'> & { api: Api; workspace: CurrentWorkspace };

export type DemoState =
  | { is: 'none' }
  | { is: 'starting' | 'running' | 'stopped' | 'removing'; workspace: string; objects: number; problem?: ApiProblem };

const EVERY_MS = 2000;
const DURATION_MS = 10 * 60_000;
const AT_ONCE = 5;
const PAGE = 200;
/** No answer, the same call still in progress, and temporary refusals. */
const mayPass = ({ status }: ApiProblem): boolean => [0, 408, 409, 429].includes(status) || status >= 500;

const prefixOf = (workspace: string): string => `demo-fleet-${workspace}-`;

/**
 * Moves a demo fleet from this page through the same API as real fleets, until somebody stops it, 10 minutes are over, or the page is
 * closed.
 */
export class DemoRun {
  private readonly now = signal<DemoState>({ is: 'none' });
  readonly state: ReadonlySignal<DemoState> = this.now;
  private ending: AbortController | undefined;
  /** Resolves when no history is being sent any more. */
  private past: Promise<unknown> = Promise.resolve();

  /** @throws ApiProblem if the first report is refused */
  async start(app: Around): Promise<void> {
    this.ending?.abort();
    const ending = new AbortController();
    this.ending = ending;
    const workspace = app.workspace.id;
    this.now.value = { is: 'starting', workspace, objects: 0 };
    try {
      const { Fleet } = await import('#demo-fleet/fleet.js');
      // Ids are unique in the whole installation, and archived fleets keep theirs.
      const run = Math.random().toString(36).slice(2, 6);
      const idOf = (number: number): string => `${prefixOf(workspace)}${run}-${String(number).padStart(2, '0')}`;
      const fleet = new Fleet({ words: fleetWords(app.words.peek().firstRun.demoFleet), idOf, random: Math.random, startAt: Date.now() });
      const { length } = fleet.objects;
      const params = { path: { groupID: workspace } };
      const report = () =>
        app.api.POST('/groups/{groupID}/externalObjects', { params, body: fleet.reports(length, Date.now()), signal: ending.signal });
      await report();
      this.now.value = { is: 'running', workspace, objects: length };
      void this.resumeRun(report, ending.signal);
      this.past = Promise.all([this.past, this.sendPast(app.api, workspace, fleet, ending.signal)]);
    } catch (error) {
      this.now.value = { is: 'none' };
      throw error;
    }
  }

  stop(): void {
    this.ending?.abort();
    const state = this.now.peek();
    if (state.is === 'running') this.now.value = { ...state, is: 'stopped', problem: undefined };
  }

  /** The ids of the objects of all demo fleets, from any page. @throws ApiProblem */
  async find(app: Around): Promise<string[]> {
    const prefix = prefixOf(app.workspace.id);
    const ids: string[] = [];
    for (let page: string | undefined; ;) {
      const { data } = await app.api.GET('/groups/{groupID}/externalObjects', {
        params: { path: { groupID: app.workspace.id }, query: { q: prefix, limit: PAGE, page } },
      });
      ids.push(...data!.objects.map(({ externalId }) => externalId).filter((id) => id.startsWith(prefix)));
      if (data!.next === null) return ids;
      page = new URL(data!.next, location.origin).searchParams.get('page') ?? undefined;
    }
  }

  /**
   * Removes all demo fleets of the workspace: erases them if the person may, otherwise archives them. @returns their number
   * @throws ApiProblem
   */
  async remove(app: Around): Promise<number> {
    this.stop();
    const workspace = app.workspace.id;
    const before = this.now.peek();
    this.now.value = { is: 'removing', workspace, objects: before.is === 'none' ? 0 : before.objects };
    try {
      // Reports that arrive after an erasure would create the object again.
      await this.past;
      const ids = await this.find(app);
      const erase = app.workspace.may('objects:erase');
      const waiting = [...ids];
      const work = async (): Promise<void> => {
        for (let externalId = waiting.pop(); externalId !== undefined; externalId = waiting.pop()) {
          const params = { path: { groupID: workspace, externalId } };
          if (erase) await app.api.DELETE('/groups/{groupID}/externalObjects/{externalId}', { params });
          else await app.api.POST('/groups/{groupID}/externalObjects/{externalId}/archive', { params });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      this.now.value = { is: 'none' };
      return ids.length;
    } catch (error) {
      this.now.value = before.is === 'running' ? { ...before, is: 'stopped' } : before;
      throw error;
    }
  }

  private async resumeRun(report: () => Promise<unknown>, ended: AbortSignal): Promise<void> {
    const until = Date.now() + DURATION_MS;
    while (!ended.aborted && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      if (ended.aborted) return;
      try {
        await report();
        this.setProblem(undefined);
      } catch (error) {
        if (ended.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        this.setProblem(error);
        if (error.status === 401 || error.status === 403) return this.stop();
        await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(60, error.retryAfter ?? 2)));
      }
    }
    this.stop();
  }

  /** Sends a week of history, or as much as is accepted; the fleet is useful without it. */
  private async sendPast(api: Api, workspace: string, fleet: Fleet, ended: AbortSignal): Promise<void> {
    const [{ history }, { sendHistory }] = await Promise.all([import('#demo-fleet/history.js'), import('#demo-fleet/send-history.js')]);
    const key = `demo-history-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
    try {
      await sendHistory(history(fleet, new Set(fleet.objects.map(({ externalId }) => externalId)), Date.now(), Math.random), {
        post: (body, number) => {
          const params = { path: { groupID: workspace }, header: { 'Idempotency-Key': `${key}-${number}` } };
          return api.POST('/groups/{groupID}/externalObjects', { params, body });
        },
        retryAfterMs: (error) => (error instanceof ApiProblem && mayPass(error) ? 1000 * (error.retryAfter ?? 2) : undefined),
        signal: ended,
      });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
  }

  private setProblem(problem: ApiProblem | undefined): void {
    const state = this.now.peek();
    if (state.is === 'running' && state.problem !== problem) this.now.value = { ...state, problem };
  }
}

/** The demo fleet that this page moves. */
export const demoRunOf = onePerApp(() => new DemoRun());

function fleetWords({ titles, types, classes, statuses, description }: Words['firstRun']['demoFleet']): FleetWords {
  return {
    titleOf: (kind, number) => titles[kind](String(number)),
    typeOf: (kind) => types[kind],
    classOf: (what) => classes[what],
    statusOf: (status) => statuses[status],
    description,
  };
}
