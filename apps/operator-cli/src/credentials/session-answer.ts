import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import type { Credentials } from './credentials-file.js';

/** The answer to a login, a refresh or a change of the password. */
export interface SessionAnswer {
  apiAccessToken: { token: string; expiresAt: string };
  /** Null until the password is changed. */
  refreshToken: string | null;
  mustChangePassword?: boolean;
}

/** @throws CliError for an unexpected answer */
export function accessOf(answer: unknown): SessionAnswer['apiAccessToken'] {
  const { apiAccessToken } = (answer ?? {}) as Partial<SessionAnswer>;
  if (typeof apiAccessToken?.token !== 'string' || typeof apiAccessToken.expiresAt !== 'string') throw unknownShape();
  return apiAccessToken;
}

/** @throws CliError for an unexpected answer */
export function credentialsOf(email: string, answer: unknown): Credentials {
  const { token, expiresAt } = accessOf(answer);
  const { refreshToken } = answer as Partial<SessionAnswer>;
  if (typeof refreshToken !== 'string') throw unknownShape();
  return { email, accessToken: token, expiresAt, refreshToken };
}

const unknownShape = (): CliError =>
  new CliError('The answer to the login has an unknown form: the server may be a newer Waymark.', EXIT.refused);
