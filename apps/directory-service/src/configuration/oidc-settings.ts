import { flag, secret, text } from '#settings/settings.js';

/** Sign-in with an OpenID provider; off while OIDC_ISSUER is empty. */
export const oidcSettings = {
  oidcIssuer: text('OIDC_ISSUER', 'address of the OpenID provider that people sign in with; empty: none', ''),
  oidcClientId: text('OIDC_CLIENT_ID', 'client id of this installation with the provider', ''),
  oidcClientSecret: secret('OIDC_CLIENT_SECRET', 'client secret for the provider; empty: a public client', ''),
  oidcRedirectUrl: text('OIDC_REDIRECT_URL', 'public address of /auth/oidc/callback, as registered with the provider', ''),
  oidcReturnUrl: text('OIDC_RETURN_URL', 'page of the app that people return to; #oidc=<code> is appended', ''),
  oidcScope: text('OIDC_SCOPE', 'requested scopes; they must cover the verified e-mail address', 'openid email profile'),
  oidcSignUp: flag('OIDC_SIGN_UP', 'true: an unknown person who signs in gets an account without any workspace', false),
};
