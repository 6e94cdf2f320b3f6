import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiProblem } from '../../api/problem.js';
import { type App, useApp } from '../../app/app.js';
import type { Membership } from '../../session/memberships.js';

/** Where an id is in use that does not exist in the open workspace. `free`: not known to be in use. */
export type Usage = { is: 'looking' } | { is: 'free' } | { is: 'mine'; workspace: Membership } | { is: 'foreign' };

/**
 * An update without a location creates nothing, so it only finds out which workspace has the id. If somebody creates the object at the same
 * time, it clears a missing field long in the past, which nobody notices.
 */
const QUESTION = { fieldValues: [{ type: 'String' as const, field: 'never-set', value: null }], observedAt: '1970-01-01T00:00:00Z' };

/**
 * Looks up a missing id before anybody types a name for it: first in the person's other workspaces, then, if the person may create objects,
 * whether it is free.
 */
export function useUsage(id: string, absent: boolean): ReadonlySignal<Usage> {
  const app = useApp();
  const usage = useSignal<Usage>({ is: 'looking' });
  useEffect(() => {
    if (!absent) return;
    let over = false;
    usage.value = { is: 'looking' };
    void usageOf(app, id).then((found) => {
      if (!over) usage.value = found;
    });
    return () => void (over = true);
  }, [id, absent]);
  return usage;
}

async function usageOf(app: App, id: string): Promise<Usage> {
  const state = app.session.state.peek();
  const others =
    state.is === 'signed-in' ? state.who.workspaces.filter((each) => each.id !== app.workspace.id && each.scopes.has('objects:read')) : [];
  const found = await Promise.all(others.map(async (workspace) => ((await holds(app, workspace.id, id)) ? workspace : undefined)));
  const mine = found.find((workspace) => workspace !== undefined);
  if (mine !== undefined) return { is: 'mine', workspace: mine };
  return { is: app.workspace.may('objects:write') && (await isForeign(app, id)) ? 'foreign' : 'free' };
}

/** A workspace that does not answer counts as one without the id, because creating the object gives the final answer. */
const holds = (app: App, groupID: string, externalId: string): Promise<boolean> =>
  app.api.GET('/groups/{groupID}/externalObjects/{externalId}', { params: { path: { groupID, externalId } } }).then(
    () => true,
    (error: unknown) => answered(error, false),
  );

async function isForeign(app: App, externalId: string): Promise<boolean> {
  const body = [{ externalId, ...QUESTION }];
  try {
    const { data } = await app.api.POST('/groups/{groupID}/externalObjects', { params: { path: { groupID: app.workspace.id } }, body });
    return codesOf(data).includes('belongs-to-another-workspace');
  } catch (error) {
    return answered(error, error instanceof ApiProblem && codesOf(error.body).includes('belongs-to-another-workspace'));
  }
}

const codesOf = (answer: unknown): unknown[] =>
  ((answer as { results?: { error?: { code: string } }[] } | undefined)?.results ?? []).map(({ error }) => error?.code);

function answered<T>(error: unknown, value: T): T {
  if (!(error instanceof ApiProblem)) throw error;
  return value;
}
