import type { DirectoryCopy } from '#directory/directory-copy.js';

const DAY_MS = 86_400_000;

/**
 * Objects of a workspace and type (null: all types without their own rule) are erased if they have not changed since `before`
 * (RFC 3339).
 */
export interface StaleRule {
  workspace: string;
  type: string | null;
  before: string;
}

/**
 * The present rules of all workspaces. A workspace under a legal hold has none, since it keeps everything; nor has a deleted one, whose
 * objects are erased anyway.
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
