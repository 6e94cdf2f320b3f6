import { beforeEach, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';

let copy: DirectoryCopy;
const workspace = (revision: number, more: object = {}) =>
  copy.apply({
    key: 'workspace:a',
    revision,
    body: { id: 'a', name: 'A', formerNames: [], status: 'active', plan: 'p', createdAt: '', ...more },
  });
beforeEach(() => {
  copy = new DirectoryCopy();
});

describe('the copy of the directory', () => {
  it('keeps the newest of repeated or late records', () => {
    workspace(7, { status: 'suspended' });
    workspace(5);
    workspace(7);
    expect(copy.workspace('a')?.status).toBe('suspended');
    expect(copy.newestRevision).toBe(7);
    workspace(8);
    expect(copy.workspace('a')?.status).toBe('active');
  });

  it('does not restore a removed key by an older record', () => {
    copy.apply({ key: 'signing-key:k', revision: 3, body: undefined });
    workspace(3);
    copy.apply({ key: 'workspace:a', revision: 5, body: undefined });
    workspace(4);
    expect(copy.workspace('a')).toBeUndefined();
    expect(copy.workspaceNamed('A')).toBeUndefined();
  });

  it('resolves present and former names, and no longer the ones given up', () => {
    workspace(1);
    workspace(2, { name: 'B', formerNames: ['A'] });
    expect([copy.workspaceNamed('A')?.id, copy.workspaceNamed('B')?.id]).toEqual(['a', 'a']);
    workspace(3, { name: 'B' });
    expect(copy.workspaceNamed('A')).toBeUndefined();
  });

  it('wakes callers that wait for a revision, and no others', async () => {
    const order: string[] = [];
    const waiting = [copy.reached(2, 5_000).then(() => order.push('two')), copy.reached(9, 30).then(() => order.push('nine, in vain'))];
    workspace(1);
    await Promise.resolve();
    expect(order).toEqual([]);
    workspace(2);
    await Promise.all(waiting);
    expect(order).toEqual(['two', 'nine, in vain']);
  });

  it('forgets revocations when their tokens have expired on every clock', () => {
    const hour = 3600;
    copy.apply({ key: 'revocation:t', revision: 1, body: { tokenId: 't', expiresAt: 100 } });
    copy.forgetExpired(100 + hour);
    expect(copy.isRevoked('t', 's', 0)).toBe(true);
    copy.forgetExpired(101 + hour);
    expect(copy.isRevoked('t', 's', 0)).toBe(false);
  });

  it('limits nothing by a plan that it does not know', () => {
    workspace(1);
    expect(copy.limitsOf('a').callsPerMonth).toBeNull();
    copy.apply({ key: 'plan:p', revision: 2, body: { name: 'p', limits: { callsPerMonth: 10 } } });
    expect(copy.limitsOf('a')).toMatchObject({ callsPerMonth: 10, callsPerSecond: null });
  });
});
