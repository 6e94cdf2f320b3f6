import { SettingsError, type SettingsOf } from '#settings/settings.js';
import { oidcSettings } from '../../configuration/oidc-settings.js';
import { OidcProviderClient } from './oidc-provider-client.js';

const NEEDED = ['oidcIssuer', 'oidcRedirectUrl', 'oidcReturnUrl'] as const;

/** The configured provider; undefined if there is none. @throws SettingsError for incomplete settings */
export function oidcProviderOf(config: SettingsOf<typeof oidcSettings>): OidcProviderClient | undefined {
  if (config.oidcIssuer === '') return undefined;
  const faults = NEEDED.filter((name) => !URL.canParse(config[name])).map((name) => ({
    env: oidcSettings[name].env,
    fault: `must be a complete URL because OIDC_ISSUER is set; ${oidcSettings[name].doc}`,
  }));
  if (config.oidcClientId === '')
    faults.push({ env: oidcSettings.oidcClientId.env, fault: `is missing, as OIDC_ISSUER is set; ${oidcSettings.oidcClientId.doc}` });
  if (faults.length > 0) throw new SettingsError(faults);
  const {
    oidcIssuer: issuer,
    oidcClientId: clientId,
    oidcClientSecret: clientSecret,
    oidcRedirectUrl: redirectUrl,
    oidcScope: scope,
  } = config;
  return new OidcProviderClient({ issuer, clientId, clientSecret, redirectUrl, scope });
}
