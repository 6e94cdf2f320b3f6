import type pg from 'pg';
import type { Installation } from '../services/service-environment.js';
import type { AfterRestoreContext } from './after-restore-context.js';
import { erasureRecords } from './erasure-records.js';

/**
 * Deletes workspaces again that were permanently deleted after the restored time, without a grace period: they are unavailable from the
 * start on, and the directory removes them within a minute. Their ids are never reused, so the list needs no comparison of times.
 */
export async function deleteAgain({ client, installation, logger }: AfterRestoreContext): Promise<void> {
  const listed = await deletedWorkspaces(installation.folder.erasuresFile);
  if (listed.length === 0) return;
  const { rowCount } = await client.query(
    `update ${client.escapeIdentifier(installation.services.schemas.directory)}.workspace
     set status = 'deleting', delete_after = now() where id = any($1::text[]) and status <> 'deleted'`,
    [listed],
  );
  logger.info({ listed: listed.length, deletedAgain: rowCount }, 'Workspaces in the record of erasures are deleted again.');
}

/** Those of the permanently deleted workspaces that are under a legal hold in the restored state. */
export async function keptByHold(client: pg.Client, { schemas }: Installation, file: string): Promise<string[]> {
  const listed = await deletedWorkspaces(file);
  const { rows } = await client.query<{ workspace: string }>(
    `select workspace from ${client.escapeIdentifier(schemas.directory)}.workspace_hold where workspace = any($1::text[]) order by 1`,
    [listed],
  );
  return rows.map(({ workspace }) => workspace);
}

async function deletedWorkspaces(file: string): Promise<string[]> {
  const ids = new Set<string>();
  for await (const record of erasureRecords(file)) if ('deletedAt' in record) ids.add(record.workspace);
  return [...ids];
}
