const KEPT_AS = 'waymark.sign-in';

/**
 * Redirects to the OpenID provider (RFC 7636: only the holder of the verifier can complete the sign-in). The verifier and the address to
 * return to are in this tab's storage; neither is useful to anybody else.
 */
export async function leaveForProvider(): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)));
  sessionStorage.setItem(KEPT_AS, JSON.stringify({ verifier, fragment: location.hash }));
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
  location.assign(`/auth/oidc/start?challenge=${challenge}`);
}

/** The data stored before the redirect to the provider, returned only once; undefined if the redirect did not start here. */
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
