import { reachDirectory } from '../directory/reach-directory.js';
import type { StackSettings } from '../stack-settings.js';

/** Makes the first operator of a running installation. @returns what to print @throws Error when there is one already */
export async function firstOperator(settings: StackSettings, email: string | undefined): Promise<string> {
  const made = await reachDirectory(settings, process.env).createFirstOperator(email);
  if (made === undefined) throw new Error('There is an operator already. Whoever lost the password gets a one-time secret: npm run --silent password-link -- ADDRESS');
  return `${made.email}\n${made.password}`;
}

/** A one-time secret by which somebody sets a new password. @returns what to print @throws Error when nobody has the address */
export async function passwordLink(settings: StackSettings, email: string): Promise<string> {
  const { secret, expiresAt } = await reachDirectory(settings, process.env).createPasswordLink(email);
  return `Good once, until ${expiresAt}, as "secret" of POST /auth/password/reset (with "newPassword"):\n${secret}`;
}
