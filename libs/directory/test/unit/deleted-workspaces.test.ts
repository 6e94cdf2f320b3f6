import { describe, expect, it } from 'vitest';
import type { WorkspaceRecord } from '#contracts/directory/records.js';
import { DirectoryCopy } from '#directory/directory-copy.js';

const record = (id: string, more: Partial<WorkspaceRecord> = {}): WorkspaceRecord => ({
  id,
  name: id,
  formerNames: [],
  status: 'active',
  plan: 'unlimited',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

function copyWith(...records: WorkspaceRecord[]): { copy: DirectoryCopy; apply: (id: string, body: WorkspaceRecord | undefined) => void } {
  const copy = new DirectoryCopy();
  let revision = 0;
  const apply = (id: string, body: WorkspaceRecord | undefined): void => copy.apply({ key: `workspace:${id}`, revision: ++revision, body });
  for (const each of records) apply(each.id, each);
  return { copy, apply };
}

describe('a workspace whose grace time has ended', () => {
  it('is as unknown as any that never was, and its names are free', () => {
    const { copy, apply } = copyWith(record('harbour', { name: 'Port', formerNames: ['Quay'] }), record('depot'));
    apply('harbour', record('harbour', { status: 'deleting', name: 'Port', formerNames: ['Quay'] }));
    expect(copy.workspaceNamed('Port')?.id).toBe('harbour');
    apply('harbour', record('harbour', { status: 'deleted' }));
    expect([copy.workspace('harbour'), copy.workspaceNamed('harbour'), copy.workspaceNamed('Port'), copy.workspaceNamed('Quay')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(copy.sizes.workspace).toBe(1);
    expect([...copy.knownWorkspaces].map(({ id }) => id)).toEqual(['depot']);
    apply('heir', record('heir', { name: 'Port' }));
    expect(copy.workspaceNamed('Port')?.id).toBe('heir');
  });

  it('is reported once, and stays among the deleted', () => {
    const { copy, apply } = copyWith(record('early', { status: 'deleted' }), record('late'));
    const reported: string[] = [];
    copy.onWorkspaceDeleted((id) => reported.push(id));
    apply('late', record('late', { status: 'deleting' }));
    expect([...copy.deletedWorkspaces.keys()]).toEqual(['early']);
    apply('late', record('late', { status: 'deleted' }));
    expect(reported).toEqual(['late']);
    expect([...copy.deletedWorkspaces.keys()]).toEqual(['early', 'late']);
  });

  it('is not one whose record is merely missing or was taken back', () => {
    const { copy, apply } = copyWith(record('gone'));
    const reported: string[] = [];
    copy.onWorkspaceDeleted((id) => reported.push(id));
    apply('gone', undefined);
    expect([copy.workspace('gone'), copy.deletedWorkspaces.size, reported]).toEqual([undefined, 0, []]);
  });
});
