import type { ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { InternalGuard } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';

const callWith = (given: string | string[] | undefined): ExecutionContext =>
  ({ switchToHttp: () => ({ getRequest: () => ({ headers: { 'x-waymark-internal': given } }) }) }) as unknown as ExecutionContext;
const lets = (guard: InternalGuard, given: string | string[] | undefined): boolean => {
  try {
    return guard.canActivate(callWith(given));
  } catch {
    return false;
  }
};

describe('calls between services', () => {
  it('are accepted only with the secret', () => {
    const guard = new InternalGuard(acceptedTokens({ internalToken: 'current', otherInternalToken: '' }));
    expect(['current', 'currenT', '', undefined, ['current']].map((given) => lets(guard, given))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are accepted with the next or the former secret while it is being replaced', () => {
    const guard = new InternalGuard(acceptedTokens({ internalToken: 'current', otherInternalToken: 'next' }));
    expect(['current', 'next', 'former', '', 'current,next', undefined].map((given) => lets(guard, given))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
