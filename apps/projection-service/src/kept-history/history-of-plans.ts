import type { DirectoryCopy } from '#directory/directory-copy.js';
import { DAY_MS } from '../tables/time-partitions.js';

/** Clocks of gateways and directory may differ. */
const SKEW_MS = 3_600_000;

/** How long history is kept. */
export interface KeptDays {
  /** Of objects of all types that have no days of their own; as many as the installation keeps, where nobody says less. */
  days: number;
  /** By type of object, of those that have. */
  ofTypes: { type: string; days: number }[];
}

export interface ShortHistory extends KeptDays {
  workspace: string;
  createdAt: string;
}

type Directory = Pick<DirectoryCopy, 'limitsOf' | 'retentionOf'>;

/** What a workspace's type rules, else its own rule, else its plan say, never more than its plan or the installation. */
export function keptDays(copy: Directory, workspace: string, installationDays: number): KeptDays {
  const most = Math.min(copy.limitsOf(workspace).historyDays ?? installationDays, installationDays);
  const own = copy.retentionOf(workspace);
  const days = Math.min(own?.historyDays ?? most, most);
  const ofTypes = (own?.types ?? []).flatMap(({ type, historyDays }) =>
    historyDays === undefined || Math.min(historyDays, most) === days ? [] : [{ type, days: Math.min(historyDays, most) }],
  );
  return { days, ofTypes };
}

/** Workspaces that keep less history than the installation does: by their plans, or by their own decision within them. */
export function shortHistories(copy: Directory & Pick<DirectoryCopy, 'knownWorkspaces'>, installationDays: number): ShortHistory[] {
  return [...copy.knownWorkspaces].flatMap(({ id, createdAt }) => {
    const { days, ofTypes } = keptDays(copy, id, installationDays);
    return days < installationDays || ofTypes.some((each) => each.days < installationDays)
      ? [{ workspace: id, createdAt, days, ofTypes }]
      : [];
  });
}

/** Days of history of the objects of a workspace that are kept for the shortest time. */
export const shortestDays = ({ days, ofTypes }: ShortHistory): number => Math.min(days, ...ofTypes.map((each) => each.days));

/** Which rows of a piece are too old. */
export interface Overdue {
  /** Workspaces whose rows are, but those of objects of the types in `butOf`. */
  all: string[];
  butOf: { workspace: string; type: string }[];
  /** Of the other workspaces: types whose rows are. */
  ofTypes: { workspace: string; type: string }[];
}

/** What of a piece that ends at `end` is older than it is to be kept; undefined: nothing. */
export function overdueIn(end: number, short: readonly ShortHistory[], now: number): Overdue | undefined {
  const overdue: Overdue = { all: [], butOf: [], ofTypes: [] };
  const isOver = (days: number): boolean => end <= now - days * DAY_MS;
  for (const { workspace, createdAt, days, ofTypes } of short) {
    if (Date.parse(createdAt) - SKEW_MS >= end) continue;
    const all = isOver(days);
    if (all) overdue.all.push(workspace);
    for (const each of ofTypes) if (isOver(each.days) !== all) overdue[all ? 'butOf' : 'ofTypes'].push({ workspace, type: each.type });
  }
  return overdue.all.length > 0 || overdue.ofTypes.length > 0 ? overdue : undefined;
}

/** Whether a row of an object of this type goes; null: of an object without one, or that is gone. */
function goes({ all, butOf, ofTypes }: Overdue, workspace: string, type: string | null): boolean {
  const isNamed = (pairs: Overdue['butOf']): boolean => pairs.some((each) => each.workspace === workspace && each.type === type);
  return all.includes(workspace) ? !isNamed(butOf) : isNamed(ofTypes);
}

/** Whether rows are too old that were not when a piece was last gone through. */
export function isMoreThan(overdue: Overdue, before: Overdue): boolean {
  const wholly = new Set(before.all);
  if (overdue.all.some((workspace) => !wholly.has(workspace))) return true;
  return [...before.butOf, ...overdue.ofTypes].some(
    ({ workspace, type }) => goes(overdue, workspace, type) && !goes(before, workspace, type),
  );
}
