/**
 * The page of the map app that sets a password by a one-time secret and signs in. What is behind the # reaches no
 * server and no log. @param address of the gateway
 */
export function inviteLink(address: string, { email, secret }: { email: string; secret: string }): string {
  return `${address.replace(/\/+$/, '')}/app/#invite=${secret}&for=${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
