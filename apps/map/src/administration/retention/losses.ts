/**
 * A rule in days. Omitted for a type: the rule for all objects. Omitted for all objects: history as long as the plan permits, no erasure.
 */
interface Rule {
  historyDays?: number;
  eraseAfterDays?: number;
}

/** How long a workspace keeps its data. */
export interface Rules extends Rule {
  types?: readonly (Rule & { type: string })[];
}

/** Data that would be deleted only because of the change: older history, or objects without a report for longer. */
export interface Loss {
  what: 'history' | 'objects';
  /** Undefined: all objects without a rule for their type. */
  type: string | undefined;
  days: number;
}

const MEMBERS = { history: 'historyDays', objects: 'eraseAfterDays' } as const;

/**
 * The data that changed rules would delete. A type with the same loss as all other objects is not listed separately. Invalid numbers are
 * left to the server to refuse.
 * @param planDays days of history that the plan keeps; null: as long as the installation
 */
export function lossesBetween(before: Rules, after: Rules, planDays: number | null): Loss[] {
  const types = [...new Set([...(before.types ?? []), ...(after.types ?? [])].map(({ type }) => type))].sort();
  return (['history', 'objects'] as const).flatMap((what) => {
    const days = (rules: Rules, type?: string): number => {
      const own = rules.types?.find((rule) => rule.type === type)?.[MEMBERS[what]] ?? rules[MEMBERS[what]];
      const max = what === 'history' ? (planDays ?? Infinity) : Infinity;
      return typeof own === 'number' ? Math.min(own, max) : max;
    };
    const ofAll = days(after) < days(before) ? days(after) : undefined;
    const losses = types
      .filter((type) => days(after, type) < days(before, type) && days(after, type) !== ofAll)
      .map((type): Loss => ({ what, type, days: days(after, type) }));
    return [...(ofAll === undefined ? [] : [{ what, type: undefined, days: ofAll }]), ...losses];
  });
}
