import { secret } from '#settings/settings.js';

/** Of each service that takes calls of the installation's other services. */
export const internalSettings = {
  internalToken: secret('INTERNAL_TOKEN', 'shared secret of the services, sent as x-waymark-internal'),
  otherInternalToken: secret(
    'OTHER_INTERNAL_TOKEN',
    'also accepted, in addition to INTERNAL_TOKEN, while that is being replaced: first the next one, then the previous one; empty: none',
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
