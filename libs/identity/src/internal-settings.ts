import { secret, type SettingsOf } from '#settings/settings.js';

/** Of each service that takes calls of the installation's other services. */
export const internalSettings = {
  internalToken: secret('INTERNAL_TOKEN', 'shared secret of the services, sent as x-waymark-internal'),
  otherInternalToken: secret(
    'OTHER_INTERNAL_TOKEN',
    'accepted beside INTERNAL_TOKEN while that is being replaced: at first the next one, then the former one; empty: none',
    '',
  ),
};

/** Secrets that calls may bring. */
export function acceptedTokens({ internalToken, otherInternalToken }: SettingsOf<typeof internalSettings>): readonly string[] {
  return otherInternalToken === '' ? [internalToken] : [internalToken, otherInternalToken];
}
