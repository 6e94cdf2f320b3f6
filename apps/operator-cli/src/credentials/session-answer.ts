import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { Credentials } from './credentials-file.js';

/** What a login, a refresh or a change of the password is answered with. */
export interface SessionAnswer {
  apiAccessToken: { token: string; expiresAt: string };
  /** Null as long as the password must be changed first. */
  refreshToken: string | null;
  mustChangePassword?: boolean;
}

/** @throws CliError for an answer of another shape */
export function accessOf(answer: unknown): SessionAnswer['apiAccessToken'] {
  const { apiAccessToken } = (answer ?? {}) as Partial<SessionAnswer>;
  if (typeof apiAccessToken?.token !== 'string' || typeof apiAccessToken.expiresAt !== 'string') throw unknownShape();
  return apiAccessToken;
}

/** @throws CliError for an answer of another shape */
export function credentialsOf(email: string, answer: unknown): Credentials {
  const { token, expiresAt } = accessOf(answer);
  const { refreshToken } = answer as Partial<SessionAnswer>;
  if (typeof refreshToken !== 'string') throw unknownShape();
  return { email, accessToken: token, expiresAt, refreshToken };
}

const unknownShape = (): CliError =>
  new CliError('The answer to the login is not of the shape that is known here: is this a newer Waymark?', EXIT.refused);
