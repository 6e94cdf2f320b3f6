const KEPT_AS = 'waymark.sign-in';

/**
 * Leaves for the OpenID provider (RFC 7636: only who holds the verifier can take the sign-in up). The verifier and the place to come
 * back to wait in this tab's storage; both are worthless to anybody else.
 */
export async function leaveForProvider(): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)));
  sessionStorage.setItem(KEPT_AS, JSON.stringify({ verifier, fragment: location.hash }));
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
  location.assign(`/auth/oidc/start?challenge=${challenge}`);
}

/** The data stored before the redirect to the provider, once; undefined: the redirect did not start here. */
export function cameBack(): { verifier: string; fragment: string } | undefined {
  const kept = sessionStorage.getItem(KEPT_AS);
  sessionStorage.removeItem(KEPT_AS);
  return kept === null ? undefined : (JSON.parse(kept) as { verifier: string; fragment: string });
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
