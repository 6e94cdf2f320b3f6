import { allOf, entriesOf } from '../api/pages.js';
import { RefusedError } from '../api/refused-error.js';
import { part } from '../session/command-work.js';
import { type MoveSide, reading } from './move-side.js';

/** The parts of a workspace that were not moved and need somebody to act (docs/decisions, 33). */
export interface LeftBehind {
  /** Number of people in the workspace here who are not in it there, by email address. */
  people: number;
  /** Number of share links that worked until the move. */
  shareLinks: number;
  /** Ids of open polls there, which do not have the answers given here. */
  openPolls: string[];
  /** Whether the whole workspace is under a legal hold here but not there. */
  hasHold: boolean;
  /** Whether the workspace has its own retention rules here but not there. */
  hasRetention: boolean;
}

interface Retention {
  historyDays?: number;
  eraseAfterDays?: number;
  types: object[];
}

type Sides = Record<'here' | 'there', MoveSide>;

/** @param token one of the workspace here with the scopes `objects:read` and `shares:write` */
export async function leftBehind({ here, there }: Sides, workspace: string, move: string, token: string): Promise<LeftBehind> {
  // Without the id of the move, these reads would be forwarded.
  const kept = reading(here, token, { 'waymark-move': move });
  const group = `/groups/${part(workspace)}`;
  const of = (entries: string, path: string): Parameters<typeof entriesOf>[1] => ({
    path: `${group}/${path}`,
    entries,
    cursorParameter: 'before',
  });
  const [ours, theirs, links, polls] = await Promise.all([
    peopleOf(here, workspace),
    peopleOf(there, workspace),
    allOf(entriesOf<{ revokedAt: string | null; expiresAt: string }>(kept, of('shareLinks', 'shareLinks'))),
    allOf(entriesOf<{ id: string }>(kept, { ...of('polls', 'polls'), query: { status: 'open' } })),
  ]);
  return {
    people: ours.filter((email) => !theirs.includes(email)).length,
    shareLinks: links.filter(({ revokedAt, expiresAt }) => revokedAt === null && Date.parse(expiresAt) > Date.now()).length,
    openPolls: polls.map(({ id }) => id),
    hasHold: (await hasHold(here)) && !(await hasHold(there)),
    hasRetention: (await hasRetention(here)) && !(await hasRetention(there)),
  };
}

/** The email addresses of a workspace's people. */
async function peopleOf(side: MoveSide, workspace: string): Promise<string[]> {
  const list = { path: '/operator/people', entries: 'people', cursorParameter: 'after', query: { workspace } };
  return (await allOf(entriesOf<{ email: string }>(reading(side), list))).map(({ email }) => email.toLowerCase());
}

async function hasHold(side: MoveSide): Promise<boolean> {
  try {
    await side.ask('GET', side.at('hold'));
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return false;
    throw error;
  }
}

async function hasRetention(side: MoveSide): Promise<boolean> {
  const { historyDays, eraseAfterDays, types } = await reading(side).get<Retention>(side.at('retention'));
  return historyDays !== undefined || eraseAfterDays !== undefined || types.length > 0;
}

/** A line for each thing that an operator has to do or pass on. */
export function linesOf({ people, shareLinks, openPolls, hasHold, hasRetention }: LeftBehind, workspace: string): string[] {
  const lines: string[] = [];
  if (people > 0)
    lines.push(
      `${numbered(people, 'person', 'people')} of the workspace cannot open it there yet, because accounts and passwords stay with their ` +
        `installation. See them with: waymark people list --workspace ${workspace}. Add each of them there: waymark people add EMAIL, then ` +
        `waymark people role EMAIL ${workspace} ROLE. Views that they had not shared stay here.`,
    );
  if (shareLinks > 0)
    lines.push(
      `${numbered(shareLinks, 'share link has', 'share links have')} stopped working, because the address of a link leads here and only ` +
        'this installation can check its code. Ask those who shared them to create them again there.',
    );
  if (openPolls.length > 0)
    lines.push(
      `${numbered(openPolls.length, 'poll is', 'polls are')} open there without the answers from here, because answers belong to people. ` +
        `Ask people to answer again: ${openPolls.join(', ')}.`,
    );
  if (hasHold)
    lines.push(
      'The workspace is under a legal hold here, and not there. Put it under one there before you delete it here: ' +
        `waymark hold put ${workspace} --reason TEXT.`,
    );
  if (hasRetention)
    lines.push(
      'The workspace has rules here for how long data is kept, and none there. Set them there: ' + `waymark retention set ${workspace}.`,
    );
  return lines;
}

const numbered = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
