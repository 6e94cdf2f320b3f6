import type { DirectoryCopy } from '#directory/directory-copy.js';

const DAY_MS = 86_400_000;

/**
 * Objects of a workspace and type (null: of all types without a line of their own) go when nothing has changed since
 * `before` (RFC 3339).
 */
export interface StaleRule {
  workspace: string;
  type: string | null;
  before: string;
}

/**
 * What the workspaces have decided, as of now. A workspace that is held, or on its way out, has no rule: the one keeps
 * all, the other's objects go anyway.
 */
export function staleRules(copy: Pick<DirectoryCopy, 'knownWorkspaces' | 'retentionOf' | 'holdOf'>, now: number): StaleRule[] {
  const before = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  return [...copy.knownWorkspaces].flatMap(({ id, status }) => {
    const retention = copy.retentionOf(id);
    if (retention === undefined || status === 'deleting' || copy.holdOf(id) !== undefined) return [];
    const lines = [{ type: null, eraseAfterDays: retention.eraseAfterDays }, ...retention.types];
    return lines.flatMap(({ type, eraseAfterDays }) =>
      eraseAfterDays === undefined ? [] : [{ workspace: id, type, before: before(eraseAfterDays) }],
    );
  });
}
