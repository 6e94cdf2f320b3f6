import type { Pool } from 'pg';
import { EVENT_TYPES } from '#contracts/event-types.js';
import type { Narrowing } from '#identity/caller.js';
import { idInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { FeedPage } from '../feed/feed-page.js';
import { type ChangeLine, PageLines } from '../feed/page-lines.js';
import { readStates } from '../projecting/unit-writer.js';
import { stateInside } from '../reading/narrowed-state.js';
import type { ObjectList } from '../reading/object-list.js';
import { type ReadModel, readModel } from '../reading/read-model.js';
import { type Box, contains } from '../space/box.js';

/** More than this nobody tells apart on a screen: clusters of tiles show them. */
const MAX_IN_VIEW = 2000;
const PAGE = 1000;

export interface ViewQuery {
  workspace: string;
  box: Box;
  types?: readonly string[];
  narrowing?: Narrowing;
}

/** What a reader has in view: ids alone are held. */
export class ViewedObjects {
  private readonly inView = new Set<string>();

  constructor(
    private readonly parts: { pool: Pool; list: ObjectList },
    private readonly query: ViewQuery,
  ) {}

  /** All that are in view now. @throws Problem invalid-parameter when they are too many */
  async all(): Promise<ReadModel[]> {
    const { workspace, box, types, narrowing } = this.query;
    const found: ReadModel[] = [];
    for (let after: string | undefined; ; after = found.at(-1)?.externalId) {
      const { objects, more } = await this.parts.list.page({ workspace, box, types, includeArchived: false, narrowing }, after, PAGE);
      found.push(...objects);
      if (found.length > MAX_IN_VIEW) throw tooMany();
      if (!more) break;
    }
    for (const { externalId } of found) this.inView.add(externalId);
    return found;
  }

  /** What a page of the feed changes of the view. What an object is now decides, so that one which comes and goes within a page is told once. */
  async after(page: FeedPage): Promise<{ objects: ReadModel[]; left: string[] }> {
    const { workspace, box, types, narrowing } = this.query;
    const touched = new Map<string, string>();
    for (const { change } of page.pieces.length === 0 ? [] : PageLines.of(page).all) if (this.mayMatter(change)) touched.set(change.externalId, workspace);
    const states = await readStates(this.parts.pool, touched);
    const objects: ReadModel[] = [];
    const left: string[] = [];
    for (const externalId of touched.keys()) {
      const state: ObjectState | undefined = states.get(externalId)?.state;
      const isInView = state !== undefined && !state.archived && contains(box, state.position.lat, state.position.lon) && (types === undefined || (state.type !== undefined && types.includes(state.type))) && (narrowing === undefined || stateInside(narrowing, state));
      if (isInView) {
        this.inView.add(externalId);
        objects.push(readModel(state, narrowing));
      } else if (this.inView.delete(externalId)) left.push(externalId);
    }
    if (this.inView.size > MAX_IN_VIEW) throw tooMany();
    return { objects, left };
  }

  /** Of the changes of a whole workspace few are: no state is read for the others. */
  private mayMatter({ externalId, type, position }: ChangeLine): boolean {
    if (this.inView.has(externalId)) return true;
    if (this.query.narrowing !== undefined && !idInside(this.query.narrowing, externalId)) return false;
    return position === undefined ? type !== EVENT_TYPES.updated : contains(this.query.box, position.lat, position.lon);
  }
}

function tooMany(): Error {
  return invalidParameter('bbox', `More than ${MAX_IN_VIEW.toLocaleString('en')} objects are in this box; zoom in, ask for a type, or show the clusters of tiles and ask for those again now and then.`);
}
