import { expect, it } from 'vitest';
import type { Caller } from '#identity/caller.js';
import { holderOf } from '../../src/administration/token-holder.controller.js';

const copy = {
  workspace: (id: string) => ({ harbour: { id, name: 'Harbour', status: 'active' }, gone: { id, name: 'Gone', status: 'deleting' } })[id],
} as Parameters<typeof holderOf>[1];
const caller = (more: Partial<Caller>): Caller => ({
  subject: 'token:1',
  tokenId: '1',
  grants: new Map([
    ['harbour', new Set(['objects:write', 'objects:read'] as const)],
    ['gone', new Set(['objects:read'] as const)],
  ]),
  scopes: new Set(['objects:write', 'objects:read'] as const),
  narrowing: undefined,
  issuedAt: 0,
  expiresAt: 60,
  ...more,
});

it('lists the workspaces of a token, without those that are being deleted', () => {
  expect(holderOf(caller({ narrowing: { types: ['crane'] } }), copy)).toEqual({
    kind: 'machine',
    subject: 'token:1',
    tokenId: '1',
    operator: false,
    workspaces: [{ id: 'harbour', name: 'Harbour', scopes: ['objects:read', 'objects:write'] }],
    scopes: ['objects:read', 'objects:write'],
    issuedAt: '1970-01-01T00:00:00.000Z',
    expiresAt: '1970-01-01T00:01:00.000Z',
    narrowing: { types: ['crane'] },
  });
});

it('names the workspace to people with an account and to machine tokens, not to the holder of a share link', () => {
  expect(holderOf(caller({ subject: 'share-link:1' }), copy)).toMatchObject({
    kind: 'share-link',
    workspaces: [{ id: 'harbour', scopes: expect.anything() as unknown }],
  });
  expect(holderOf(caller({ subject: 'share-link:1' }), copy).workspaces[0]).not.toHaveProperty('name');
  expect(holderOf(caller({ subject: 'https://login.example|person:1' }), copy).kind).toBe('foreign');
});
