import { isRole, ROLES } from '#contracts/directory/roles.js';
import { isScope, type Scope } from '#contracts/directory/scopes.js';
import type { Caller, Narrowing } from './caller.js';
import { narrowingFrom } from './narrowing-shape.js';
import { TokenRefusedError } from './token-header.js';
import { isWorkspaceId } from './workspace-id.js';

const MAX_WORKSPACES = 100;

/**
 * The caller in verified claims; iss, aud, nbf and exp were checked with the signature. A machine's token lists its workspaces
 * (`workspaces`) and its scopes in all of them (`scope`); a person's token lists the role in each workspace (`roles`). Unknown scopes and
 * roles, and texts that cannot be a workspace id, are ignored and give no access.
 * @throws TokenRefusedError with the claim that is missing or has another form
 */
export function callerOf(claims: Readonly<Record<string, unknown>>, nowSeconds: number, clockSkewSeconds: number): Caller {
  const { sub, jti, exp, iat, workspaces, scope, roles } = claims;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new TokenRefusedError('The token has no claim exp');
  if (typeof sub !== 'string' || sub === '' || sub.length > 200) throw new TokenRefusedError('The token has no claim sub');
  if (typeof jti !== 'string' || jti === '' || jti.length > 200) throw new TokenRefusedError('The token has no claim jti');
  if (typeof iat !== 'number' || Math.floor(iat) > nowSeconds + clockSkewSeconds)
    throw new TokenRefusedError('The token has no claim iat, or one in the future');
  if (typeof scope !== 'string') throw new TokenRefusedError('The token has no claim scope');
  const all = scope.split(' ').filter(isScope);
  const grants = roles === undefined ? grantsOfMachine(workspaces, all) : grantsOfPerson(roles);
  const scopes = new Set<Scope>(all.includes('operator') ? ['operator'] : []);
  for (const granted of grants.values()) for (const each of granted) scopes.add(each);
  if (roles === undefined) for (const each of all) scopes.add(each);
  return Object.freeze({
    subject: sub,
    tokenId: jti,
    grants,
    scopes,
    narrowing: narrowingOf(claims['narrowed']),
    issuedAt: iat,
    expiresAt: exp,
  });
}

function grantsOfMachine(workspaces: unknown, scopes: readonly Scope[]): Map<string, ReadonlySet<Scope>> {
  if (!isTexts(workspaces, MAX_WORKSPACES))
    throw new TokenRefusedError(`The claim workspaces must be an array of at most ${MAX_WORKSPACES} texts`);
  const inWorkspaces: ReadonlySet<Scope> = new Set(scopes.filter((scope) => scope !== 'operator'));
  return new Map(workspaces.filter(isWorkspaceId).map((id) => [id, inWorkspaces]));
}

function grantsOfPerson(roles: unknown): Map<string, ReadonlySet<Scope>> {
  if (typeof roles !== 'object' || roles === null || Array.isArray(roles)) throw new TokenRefusedError('The claim roles must be an object');
  const entries = Object.entries(roles);
  if (entries.length > MAX_WORKSPACES) throw new TokenRefusedError(`The claim roles must name at most ${MAX_WORKSPACES} workspaces`);
  return new Map(
    entries.flatMap(([id, role]): [string, ReadonlySet<Scope>][] => (isWorkspaceId(id) && isRole(role) ? [[id, ROLES[role]]] : [])),
  );
}

function narrowingOf(claim: unknown): Narrowing | undefined {
  if (claim === undefined) return undefined;
  try {
    const narrowing = narrowingFrom(claim);
    return Object.values(narrowing).every((part) => part === undefined) ? undefined : narrowing;
  } catch {
    throw new TokenRefusedError('The claim narrowed has an unknown form');
  }
}

function isTexts(value: unknown, max: number): value is string[] {
  return Array.isArray(value) && value.length <= max && value.every((each) => typeof each === 'string');
}
