import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';

/** A session with one gateway. */
export interface Credentials {
  email: string;
  accessToken: string;
  /** RFC 3339. */
  expiresAt: string;
  refreshToken: string;
}

/** Path of the sessions (XDG Base Directory Specification, by which a relative XDG_CONFIG_HOME is ignored). */
export function credentialsPath(environment: NodeJS.ProcessEnv): string {
  const given = environment.XDG_CONFIG_HOME;
  const home = given && isAbsolute(given) ? given : join(environment.HOME || homedir(), '.config');
  return join(home, 'waymark', 'credentials.json');
}

/** The sessions of this user, by gateway address; only the user can read the file (0600). */
export class CredentialsFile {
  constructor(readonly path: string) {}

  read(url: string): Credentials | undefined {
    return this.all()[url];
  }

  /** @param credentials undefined: forgets the session */
  write(url: string, credentials: Credentials | undefined): void {
    const { [url]: _former, ...others } = this.all();
    const content = credentials === undefined ? others : { ...others, [url]: credentials };
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const draft = `${this.path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.path);
  }

  private all(): Record<string, Credentials> {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
      if ((statSync(this.path).mode & 0o077) !== 0) chmodSync(this.path, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new CliError(`${this.path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, EXIT.notSignedIn, { cause: error });
    }
    const sessions = parsed(text);
    if (typeof sessions !== 'object' || sessions === null || Array.isArray(sessions))
      throw new CliError(`${this.path} is damaged. Remove it and sign in again: waymark login`, EXIT.notSignedIn);
    return sessions as Record<string, Credentials>;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
