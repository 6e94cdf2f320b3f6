import { secret } from '#settings/settings.js';

/** Of each service that takes calls of the installation's other services. */
export const internalSettings = {
  internalToken: secret('INTERNAL_TOKEN', 'shared secret of the services, sent as x-waymark-internal'),
  otherInternalToken: secret(
    'OTHER_INTERNAL_TOKEN',
    'second accepted token while INTERNAL_TOKEN is being replaced: first the new one, then the old one; empty: none',
    '',
  ),
};

/** A service that takes no such calls only sends its own secret. */
export interface InternalTokens {
  internalToken: string;
  otherInternalToken?: string;
}

/** Secrets that calls may bring. */
export function acceptedTokens({ internalToken, otherInternalToken = '' }: InternalTokens): readonly string[] {
  return otherInternalToken === '' ? [internalToken] : [internalToken, otherInternalToken];
}
