import { secret } from '#settings/settings.js';

/** Settings of each service that accepts calls from other services of the installation. */
export const internalSettings = {
  internalToken: secret('INTERNAL_TOKEN', 'shared secret of the services, sent as x-waymark-internal'),
  otherInternalToken: secret(
    'OTHER_INTERNAL_TOKEN',
    'second accepted token while INTERNAL_TOKEN is being replaced: first the new one, then the old one; empty: none',
    '',
  ),
};

/** A service that does not accept such calls only has the secret that it sends. */
export interface InternalTokens {
  internalToken: string;
  otherInternalToken?: string;
}

/** The secrets that the service accepts. */
export function acceptedTokens({ internalToken, otherInternalToken = '' }: InternalTokens): readonly string[] {
  return otherInternalToken === '' ? [internalToken] : [internalToken, otherInternalToken];
}
