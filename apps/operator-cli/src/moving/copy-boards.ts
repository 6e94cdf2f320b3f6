import { allOf, entriesOf } from '../api/pages.js';
import { part } from '../session/command-work.js';
import { type MoveSide, reading } from './move-side.js';

interface Listed {
  id: string;
  updatedAt: string;
}
type Dashboard = Listed & Record<'name' | 'tiles' | 'filters' | 'createdBy' | 'createdAt' | 'updatedBy' | 'revision', unknown>;
type View = Listed & Record<'name' | 'state' | 'createdAt', unknown> & { savedBy: string | null };
type Poll = Listed &
  Record<'question' | 'description' | 'options' | 'multiple' | 'audience' | 'results' | 'anonymous', unknown> &
  Record<'createdBy' | 'createdAt' | 'revision', unknown> & {
    status: 'open' | 'closed';
    closesAt: string | null;
    closedAt: string | null;
  };

/** `here`: a token that reads; `there`: a token that also writes dashboards and polls. */
type Tokens = Record<'here' | 'there', string>;

/** The number of each in the workspace. */
export type BoardsCopied = Record<'dashboards' | 'polls' | 'views', number>;

/**
 * Makes dashboards, polls and shared views there equal to those here. It can be repeated at any time, and deletes there what was deleted
 * here since an earlier run.
 */
export async function copyBoards(here: MoveSide, there: MoveSide, workspace: string, tokens: Tokens): Promise<BoardsCopied> {
  const order = { here, there, workspace, tokens };
  const [dashboards, polls, views] = await Promise.all([copyDashboards(order), copyPolls(order), copyViews(order)]);
  return { dashboards, polls, views };
}

interface Order {
  here: MoveSide;
  there: MoveSide;
  workspace: string;
  tokens: Tokens;
}

async function copyDashboards(order: Order): Promise<number> {
  const path = `/groups/${part(order.workspace)}/dashboards`;
  return bring<Listed>(order, 'dashboards', {
    async bodyOf({ id }) {
      const dashboard = await reading(order.here, order.tokens.here).get<Dashboard>(`${path}/${id}`);
      const { name, tiles, filters, createdBy, createdAt, updatedBy, updatedAt, revision } = dashboard;
      return { name, tiles, filters, createdBy, createdAt, updatedBy, updatedAt, revision };
    },
  });
}

/** Copies polls without the answers' authors, because people are not moved. */
async function copyPolls(order: Order): Promise<number> {
  const path = `/groups/${part(order.workspace)}/polls`;
  return bring<Poll>(order, 'polls', {
    // A poll that ends by its time looks unchanged until the directory records the end, within a minute.
    isSettled: ({ closedAt, updatedAt }) => closedAt === null || updatedAt >= closedAt,
    async bodyOf({ id, description, closesAt, status, closedAt, ...poll }) {
      const { question, options, multiple, audience, results, anonymous, createdBy, createdAt, updatedAt, revision } = poll;
      const body = { question, options, multiple, audience, results, anonymous, createdBy, createdAt, updatedAt, revision };
      return {
        ...body,
        ...(description !== null && { description }),
        ...(closesAt !== null && { closesAt }),
        ...(status === 'closed' && { end: { closedAt, ...(await countsOf(order, `${path}/${id}/results`)) } }),
      };
    },
  });
}

async function countsOf({ here, tokens }: Order, path: string): Promise<{ total: number; counts: number[] }> {
  const { total, options } = await reading(here, tokens.here).get<{ total: number; options: { count: number }[] }>(path);
  return { total, counts: options.map(({ count }) => count) };
}

/** Copies views without their authors, who are unknown there. */
async function copyViews(order: Order): Promise<number> {
  return bring<View>(order, 'views', {
    bodyOf: ({ name, state, createdAt, updatedAt }) => Promise.resolve({ name, state, createdAt, updatedAt }),
    drop: async ({ id, savedBy }) => {
      // A view with an author was saved there, not copied.
      if (savedBy === null) await order.there.ask('DELETE', order.there.at(`adoptions/views/${id}`));
    },
  });
}

interface Bringing<T> {
  /** Whether equal `updatedAt` prove that both sides are equal. */
  isSettled?: (ours: T) => boolean;
  bodyOf: (ours: T) => Promise<object>;
  /** Default: deletes it like a client. */
  drop?: (theirs: T) => Promise<unknown>;
}

/** @returns their number here */
async function bring<T extends Listed>(
  { here, there, workspace, tokens }: Order,
  entries: keyof BoardsCopied,
  { isSettled = () => true, bodyOf, drop }: Bringing<T>,
): Promise<number> {
  const path = `/groups/${part(workspace)}/${entries}`;
  const list = { path, entries, cursorParameter: 'before' };
  const ours = await allOf(entriesOf<T>(reading(here, tokens.here), list));
  const theirs = new Map((await allOf(entriesOf<T>(reading(there, tokens.there), list))).map((each) => [each.id, each]));
  for (const each of ours) {
    const isSame = theirs.get(each.id)?.updatedAt === each.updatedAt && isSettled(each);
    theirs.delete(each.id);
    if (!isSame) await there.ask('PUT', there.at(`adoptions/${entries}/${each.id}`), { body: await bodyOf(each) });
  }
  const dropThere = drop ?? (({ id }: T) => there.ask('DELETE', `${path}/${id}`, { token: tokens.there }));
  for (const each of theirs.values()) await dropThere(each);
  return ours.length;
}
