/**
 * URL of the map app's page for setting a password with a one-time secret and signing in. The part after the # reaches no server or log.
 * @param address of the gateway
 */
export function inviteLink(address: string, { email, secret }: { email: string; secret: string }): string {
  return `${address.replace(/\/+$/, '')}/app/#invite=${secret}&for=${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
