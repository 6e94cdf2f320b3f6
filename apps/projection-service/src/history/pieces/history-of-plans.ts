import type { DirectoryCopy } from '#directory/directory-copy.js';
import { DAY_MS } from '../../storage/time-partitions.js';

/** Tolerated difference between clocks. */
const SKEW_MS = 3_600_000;

/** How long history is kept. */
export interface KeptDays {
  /** For types without their own rule; by default as long as the installation keeps history. */
  days: number;
  /** For types with their own rule. */
  ofTypes: { type: string; days: number }[];
}

export interface ShortHistory extends KeptDays {
  workspace: string;
  createdAt: string;
}

type Directory = Pick<DirectoryCopy, 'limitsOf' | 'retentionOf'>;

/** The retention of a workspace: by its rules for types, else its general rule, but never longer than its plan or the installation. */
export function keptDays(copy: Directory, workspace: string, installationDays: number): KeptDays {
  const max = Math.min(copy.limitsOf(workspace).historyDays ?? installationDays, installationDays);
  const own = copy.retentionOf(workspace);
  const days = Math.min(own?.historyDays ?? max, max);
  const ofTypes = (own?.types ?? []).flatMap(({ type, historyDays }) =>
    historyDays === undefined || Math.min(historyDays, max) === days ? [] : [{ type, days: Math.min(historyDays, max) }],
  );
  return { days, ofTypes };
}

/** Workspaces that keep less history than the installation, by their plans or by their own, stricter rules. */
export function shortHistories(copy: Directory & Pick<DirectoryCopy, 'knownWorkspaces'>, installationDays: number): ShortHistory[] {
  return [...copy.knownWorkspaces].flatMap(({ id, createdAt }) => {
    const { days, ofTypes } = keptDays(copy, id, installationDays);
    return days < installationDays || ofTypes.some((each) => each.days < installationDays)
      ? [{ workspace: id, createdAt, days, ofTypes }]
      : [];
  });
}

/** The shortest retention of any type in the workspace, in days. */
export const shortestDays = ({ days, ofTypes }: ShortHistory): number => Math.min(days, ...ofTypes.map((each) => each.days));

/** The rows of a piece that are too old. */
export interface Overdue {
  /** Workspaces whose rows are too old, except those of types in `butOf`. */
  all: string[];
  butOf: { workspace: string; type: string }[];
  /** Of the other workspaces, the types whose rows are too old. */
  ofTypes: { workspace: string; type: string }[];
}

/** The rows beyond their retention in a piece that ends at `end`; undefined if there are none. */
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

/** Whether rows of an object of this type are deleted. @param type null if the object has no type, or is missing */
function isOverdue({ all, butOf, ofTypes }: Overdue, workspace: string, type: string | null): boolean {
  const isNamed = (pairs: Overdue['butOf']): boolean => pairs.some((each) => each.workspace === workspace && each.type === type);
  return all.includes(workspace) ? !isNamed(butOf) : isNamed(ofTypes);
}

/** Whether more rows are too old than when the piece was last processed. */
export function isMoreThan(overdue: Overdue, before: Overdue): boolean {
  const wholly = new Set(before.all);
  if (overdue.all.some((workspace) => !wholly.has(workspace))) return true;
  return [...before.butOf, ...overdue.ofTypes].some(
    ({ workspace, type }) => isOverdue(overdue, workspace, type) && !isOverdue(before, workspace, type),
  );
}
