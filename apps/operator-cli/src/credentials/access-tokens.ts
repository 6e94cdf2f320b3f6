import { ApiClient } from '../api/api-client.js';
import { RefusedError } from '../api/refused-error.js';
import { CliError, NotSignedInError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import type { Credentials, CredentialsFile } from './credentials-file.js';
import { whileLocked } from './file-lock.js';
import { credentialsOf } from './session-answer.js';

/** Longer than any call takes. */
const SPARE_MS = 60_000;

/** The token for calls: WAYMARK_TOKEN, or else that of the session, renewed shortly before it expires. */
export class AccessTokens {
  constructor(
    private readonly url: string,
    private readonly file: CredentialsFile,
    private readonly given: string | undefined,
  ) {}

  /** @throws NotSignedInError */
  readonly token = async (): Promise<string> => {
    if (this.given) return this.given;
    const known = this.file.read(this.url);
    if (known === undefined) throw new NotSignedInError(`You are not signed in to ${this.url}.`);
    return (isFresh(known) ? known : await this.renewed()).accessToken;
  };

  /** Only one process at a time: a refresh token can be used once, and reusing it ends the session. */
  private renewed(): Promise<Credentials> {
    return whileLocked(`${this.file.path}.lock`, async () => {
      const known = this.file.read(this.url);
      if (known === undefined) throw new NotSignedInError('The session has ended.');
      if (isFresh(known)) return known;
      const renewed = credentialsOf(known.email, await this.refresh(known.refreshToken));
      this.file.write(this.url, renewed);
      return renewed;
    });
  }

  private async refresh(refreshToken: string): Promise<unknown> {
    try {
      return await new ApiClient(this.url, this.token).send('POST', '/auth/refresh', { body: { refreshToken }, token: null });
    } catch (error) {
      if (!(error instanceof RefusedError && error.status < 500 && error.status !== 429)) throw error;
      this.file.write(this.url, undefined);
      throw new NotSignedInError('The session has ended.');
    }
  }
}

function isFresh({ expiresAt }: Credentials): boolean {
  const left = Date.parse(expiresAt) - Date.now();
  if (Number.isNaN(left)) throw new CliError('The stored session is damaged. Sign in again: waymark login', EXIT.notSignedIn);
  return left > SPARE_MS;
}
