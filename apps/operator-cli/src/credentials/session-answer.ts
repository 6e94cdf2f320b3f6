import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { Credentials } from './credentials-file.js';

/** What a login or a refresh is answered with. */
export interface SessionAnswer {
  apiAccessToken: { token: string; expiresAt: string };
  refreshToken: string;
  mustChangePassword?: boolean;
}

/** @throws CliError for an answer of another shape */
export function credentialsOf(email: string, answer: unknown): Credentials {
  const { apiAccessToken, refreshToken } = (answer ?? {}) as Partial<SessionAnswer>;
  if (typeof apiAccessToken?.token !== 'string' || typeof apiAccessToken.expiresAt !== 'string' || typeof refreshToken !== 'string') {
    throw new CliError('The answer to the login is not of the shape that is known here: is this a newer Waymark?', EXIT.refused);
  }
  return { email, accessToken: apiAccessToken.token, expiresAt: apiAccessToken.expiresAt, refreshToken };
}
