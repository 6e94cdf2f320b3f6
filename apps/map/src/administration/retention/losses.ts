/** A rule in days; left out: as for all objects, and for all objects as long as the plan says, erased never. */
interface Rule {
  historyDays?: number;
  eraseAfterDays?: number;
}

/** How long a workspace keeps its data. */
export interface Rules extends Rule {
  types?: readonly (Rule & { type: string })[];
}

/** Data that would be deleted and would have stayed: older history, or objects without a report for longer. */
export interface Loss {
  what: 'history' | 'objects';
  /** Undefined: of all objects that have no rule of their own. */
  type: string | undefined;
  days: number;
}

const MEMBERS = { history: 'historyDays', objects: 'eraseAfterDays' } as const;

/**
 * What changed rules would delete. A type that ends when all others do is not listed separately. A number that cannot be valid is
 * left to the server to refuse.
 * @param planDays days of history that the plan keeps; null: as long as the installation
 */
export function lossesBetween(before: Rules, after: Rules, planDays: number | null): Loss[] {
  const types = [...new Set([...(before.types ?? []), ...(after.types ?? [])].map(({ type }) => type))].sort();
  return (['history', 'objects'] as const).flatMap((what) => {
    const days = (rules: Rules, type?: string): number => {
      const own = rules.types?.find((rule) => rule.type === type)?.[MEMBERS[what]] ?? rules[MEMBERS[what]];
      const most = what === 'history' ? (planDays ?? Infinity) : Infinity;
      return typeof own === 'number' ? Math.min(own, most) : most;
    };
    const ofAll = days(after) < days(before) ? days(after) : undefined;
    const losses = types
      .filter((type) => days(after, type) < days(before, type) && days(after, type) !== ofAll)
      .map((type): Loss => ({ what, type, days: days(after, type) }));
    return [...(ofAll === undefined ? [] : [{ what, type: undefined, days: ofAll }]), ...losses];
  });
}
