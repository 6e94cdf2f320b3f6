import { signal, type ReadonlySignal } from '@preact/signals';
import { ApiProblem } from '../api/problem.js';
import type { Api } from '../api/api.js';
import type { Speech } from '../words/speech.js';
import type { CurrentWorkspace } from '../workspace/current-workspace.js';

/** What it needs of the app. */
type Around = Pick<Speech, 'words'> & { api: Api; workspace: CurrentWorkspace };

export type DemoState = { is: 'none' } | { is: 'starting' | 'running' | 'stopped' | 'removing'; workspace: string; vehicles: number; problem?: ApiProblem };

const EVERY_MS = 2000;
const LASTS_MS = 10 * 60_000;
const AT_ONCE = 5;
const PAGE = 200;

const prefixOf = (workspace: string): string => `demo-fleet-${workspace}-`;

/**
 * Moves a demo fleet from this page, by the same interface that a real one would use, until it is stopped, 10 minutes are over, or the
 * page is closed.
 */
export class DemoRun {
  private readonly now = signal<DemoState>({ is: 'none' });
  readonly state: ReadonlySignal<DemoState> = this.now;
  private ending: AbortController | undefined;

  /** @param depot what the fleet drives around @throws ApiProblem where the first report is refused */
  async start(app: Around, depot: { lat: number; lon: number }): Promise<void> {
    this.ending?.abort();
    const ending = new AbortController();
    this.ending = ending;
    const workspace = app.workspace.id;
    this.now.value = { is: 'starting', workspace, vehicles: 0 };
    try {
      const { DemoFleet } = await import('./demo-fleet.js');
      // Ids are unique in the whole installation, and those of a fleet that was archived are taken.
      const run = Math.random().toString(36).slice(2, 6);
      const fleet = new DemoFleet(`${prefixOf(workspace)}${run}-`, depot, app.words.peek().firstRun.demoFleet);
      const report = () => app.api.POST('/groups/{groupID}/externalObjects', { params: { path: { groupID: workspace } }, body: fleet.elements(), signal: ending.signal });
      await report();
      this.now.value = { is: 'running', workspace, vehicles: fleet.vehicles.length };
      void this.goOn(fleet, report, ending.signal);
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

  /** How many vehicles of demo fleets there are, of whichever page. @throws ApiProblem */
  async find(app: Around): Promise<string[]> {
    const prefix = prefixOf(app.workspace.id);
    const ids: string[] = [];
    for (let page: string | undefined; ; ) {
      const { data } = await app.api.GET('/groups/{groupID}/externalObjects', { params: { path: { groupID: app.workspace.id }, query: { q: prefix, limit: PAGE, page } } });
      ids.push(...data!.objects.map(({ externalId }) => externalId).filter((id) => id.startsWith(prefix)));
      if (data!.next === null) return ids;
      page = new URL(data!.next, location.origin).searchParams.get('page') ?? undefined;
    }
  }

  /** Takes all demo fleets of the workspace away: for good where one may erase, else into the archive. @returns how many @throws ApiProblem */
  async remove(app: Around): Promise<number> {
    this.stop();
    const workspace = app.workspace.id;
    const before = this.now.peek();
    this.now.value = { is: 'removing', workspace, vehicles: before.is === 'none' ? 0 : before.vehicles };
    try {
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

  private async goOn(fleet: { advance: (seconds: number) => void }, report: () => Promise<unknown>, ended: AbortSignal): Promise<void> {
    const until = Date.now() + LASTS_MS;
    for (let last = Date.now(); !ended.aborted && Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      if (ended.aborted) return;
      const now = Date.now();
      fleet.advance(Math.min(30, (now - last) / 1000));
      last = now;
      try {
        await report();
        this.say(undefined);
      } catch (error) {
        if (ended.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        this.say(error);
        if (error.status === 401 || error.status === 403) return this.stop();
        await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(60, error.retryAfter ?? 2)));
      }
    }
    this.stop();
  }

  private say(problem: ApiProblem | undefined): void {
    const state = this.now.peek();
    if (state.is === 'running' && state.problem !== problem) this.now.value = { ...state, problem };
  }
}
