import { reachDirectory } from '../directory/reach-directory.js';
import { inviteLink } from '../display/invite-link.js';
import { addressOf, type StackSettings } from '../settings/stack-settings.js';

/** Creates the first operator of a running installation. @returns text to print @throws Error if there is one already */
export async function firstOperator(settings: StackSettings, email: string | undefined): Promise<string> {
  const made = await reachDirectory(settings, process.env).createFirstOperator(email);
  if (made === undefined)
    throw new Error(
      'An operator already exists. If the password is lost, create an invite link: npm run --silent password-link -- ADDRESS',
    );
  return (
    `Open this once, within 24 hours, to choose a password and sign in:\n${inviteLink(publicAddress(settings), made)}\nOr ` +
    `sign in with this address and one-time password:\n${made.email}\n${made.password}`
  );
}

/** Creates an invite link for setting a new password and signing in. @returns text to print @throws Error for an unknown address */
export async function passwordLink(settings: StackSettings, email: string): Promise<string> {
  const { secret, expiresAt } = await reachDirectory(settings, process.env).createPasswordLink(email);
  return (
    `Good once, until ${expiresAt}. Open it in a browser to set a new password and sign in:\n${inviteLink(publicAddress(settings), { email, secret })}\nThe ` +
    `same for a program, as "secret" of POST /auth/password/reset (with "newPassword"):\n${secret}`
  );
}

const publicAddress = (settings: StackSettings): string => process.env.APP_URL || addressOf(settings);
