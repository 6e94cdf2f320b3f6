import { describe, expect, it } from 'vitest';
import { NewOperatorTokenDto, NewTokenDto } from '#contracts/directory/dto/machine-token.dto.js';
import { WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { requireOperatorRules } from '../../src/access/tokens/operator-scope.js';

const DAY_S = 86_400;
const order = { name: 'nightly', workspaces: [], scopes: ['operator'], expiresInSeconds: DAY_S };
const judge =
  (changes: object = {}, subject = 'person:7') =>
  () =>
    requireOperatorRules({ subject }, { ...order, ...changes });

describe('a token with the scope operator', () => {
  it('may be made for a day by a person or the installation itself, with or without workspaces', () => {
    expect(judge()).not.toThrow();
    expect(judge({}, 'installation')).not.toThrow();
    expect(judge({ workspaces: ['a'], scopes: ['operator', 'objects:read'] })).not.toThrow();
  });

  it.each([
    ['for longer than a day', { expiresInSeconds: DAY_S + 1 }, 'person:7', 'invalid'],
    ['narrowed to something', { narrowed: { types: ['lift'] } }, 'person:7', 'invalid'],
    ['by a machine', {}, 'token:7', 'forbidden'],
  ])('is not made %s', (_what, changes, subject, type) => {
    expect(judge(changes, subject)).toThrow(expect.objectContaining({ type }) as Error);
  });

  it('cannot be given to a workspace', () => {
    const ofWorkspace = compileDto(NewTokenDto);
    expect(ofWorkspace({ name: 'a', scopes: [...WORKSPACE_SCOPES] })).toBeUndefined();
    expect(ofWorkspace({ name: 'a', scopes: ['operator'] })).toMatchObject({ pointer: '/scopes/0' });
    expect(ofWorkspace({ name: 'a', scopes: ['objects:read'], workspaces: ['b'] })).toBeDefined();
    expect(compileDto(NewOperatorTokenDto)({ name: 'a', scopes: ['operator'], workspaces: [] })).toBeUndefined();
  });
});

it('any other token opens a workspace, for as long as it likes', () => {
  expect(judge({ scopes: ['objects:read'] })).toThrow(expect.objectContaining({ type: 'invalid' }) as Error);
  expect(judge({ scopes: ['objects:read'], workspaces: ['a'], expiresInSeconds: 400 * DAY_S }, 'token:7')).not.toThrow();
});
