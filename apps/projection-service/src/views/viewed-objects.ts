import type { Pool } from 'pg';
import { EVENT_TYPES } from '#contracts/event-types.js';
import type { Narrowing } from '#identity/caller.js';
import { idInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { FeedPage } from '../feed/feed-page.js';
import { type ChangeLine, PageLines } from '../feed/page-lines.js';
import type { ObjectList } from '../objects/object-list.js';
import { stateInside } from '../reading/narrowed-state.js';
import { type ReadModel, readModel } from '../reading/read-model.js';
import { type Box, contains } from '../space/box.js';
import { statesOfPage } from './states-of-page.js';

/** More objects cannot be distinguished on a screen; for these, tiles show clusters. */
const MAX_IN_VIEW = 2000;
const PAGE = 1000;
/** Size limit of the first view, since one object may have a megabyte. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface ViewQuery {
  workspace: string;
  box: Box;
  types?: readonly string[];
  narrowing?: Narrowing;
}

/** The objects that a reader has in view; only their ids are in memory. */
export class ViewedObjects {
  private readonly inView = new Set<string>();

  constructor(
    private readonly parts: { pool: Pool; list: ObjectList },
    private readonly query: ViewQuery,
  ) {}

  /** All objects in view, as comma-separated JSON. @throws Problem invalid-parameter for too many objects */
  async all(): Promise<string> {
    const { workspace, box, types, narrowing } = this.query;
    const pages: string[] = [];
    let bytes = 0;
    for (let after: string | undefined; ;) {
      const { objects, more } = await this.parts.list.page({ workspace, box, types, archived: 'exclude', narrowing }, after, PAGE);
      for (const { externalId } of objects) this.inView.add(externalId);
      const page = JSON.stringify(objects).slice(1, -1);
      if (page !== '') pages.push(page);
      bytes += page.length;
      if (this.inView.size > MAX_IN_VIEW) throw tooMany();
      if (bytes > MAX_BYTES)
        throw invalidParameter(
          'bbox',
          `The objects in this box have more than ${MAX_BYTES / 1024 / 1024} MiB; zoom in, or filter by type.`,
        );
      if (!more) return pages.join(',');
      after = objects.at(-1)!.externalId;
    }
  }

  /**
   * The changes of the view by one page of the feed, in batches. The present state of an object decides, so that an object that enters and
   * leaves within a page is reported once.
   */
  async *after(page: FeedPage): AsyncGenerator<{ objects: ReadModel[]; left: string[] }> {
    const touched = new Set<string>();
    for (const { change } of page.pieces.length === 0 ? [] : PageLines.of(page).all)
      if (this.mayMatter(change)) touched.add(change.externalId);
    for await (const states of statesOfPage(this.parts.pool, this.query.workspace, page, [...touched])) {
      const objects: ReadModel[] = [];
      const left: string[] = [];
      for (const [externalId, state] of states) {
        if (state !== undefined && this.isInView(state)) {
          this.inView.add(externalId);
          objects.push(readModel(state, this.query.narrowing));
        } else if (this.inView.delete(externalId)) left.push(externalId);
      }
      yield { objects, left };
    }
    if (this.inView.size > MAX_IN_VIEW) throw tooMany();
  }

  private isInView(state: ObjectState): boolean {
    const { box, types, narrowing } = this.query;
    return (
      !state.archived &&
      contains(box, state.position.lat, state.position.lon) &&
      (types === undefined || (state.type !== undefined && types.includes(state.type))) &&
      (narrowing === undefined || stateInside(narrowing, state))
    );
  }

  /** Whether a change may concern the view; most do not, and no state is read for them. */
  private mayMatter({ externalId, type, position }: ChangeLine): boolean {
    if (this.inView.has(externalId)) return true;
    if (this.query.narrowing !== undefined && !idInside(this.query.narrowing, externalId)) return false;
    return position === undefined ? type !== EVENT_TYPES.updated : contains(this.query.box, position.lat, position.lon);
  }
}

function tooMany(): Error {
  return invalidParameter(
    'bbox',
    `More than ${MAX_IN_VIEW.toLocaleString('en')} objects are in this box; zoom in, filter by type, or ` +
      'show the clusters of tiles and refresh them from time to time.',
  );
}
