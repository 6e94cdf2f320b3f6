import { Output } from '#terminal/output.js';
import type { Terminal } from '#terminal/terminal.js';
import { ApiClient } from '../api/api-client.js';
import { AccessTokens } from '../credentials/access-tokens.js';
import { CredentialsFile, credentialsPath } from '../credentials/credentials-file.js';
import { UsageError } from '../errors/cli-error.js';

/** The options of every command. */
export interface GlobalOptions {
  url?: string;
  json?: boolean;
}

const DEFAULT_URL = 'http://localhost:8080';

/** The context of a command: the gateway, the token, and the output. */
export class Session {
  readonly url: string;
  readonly output: Output;
  readonly credentials: CredentialsFile;
  readonly api: ApiClient;
  private readonly tokens: AccessTokens;

  /** @throws UsageError for an invalid address */
  constructor(
    readonly terminal: Terminal,
    { url, json = false }: GlobalOptions,
  ) {
    const { environment } = terminal;
    this.url = checkedUrl(url || environment.WAYMARK_URL || DEFAULT_URL);
    this.output = new Output(terminal, json);
    this.credentials = new CredentialsFile(credentialsPath(environment));
    this.tokens = new AccessTokens(this.url, this.credentials, environment.WAYMARK_TOKEN?.trim());
    this.api = new ApiClient(this.url, this.tokens.token);
  }

  /** Whether the token claims to be an operator's; otherwise, commands use the routes of a workspace. */
  async isOperator(): Promise<boolean> {
    return scopesInToken(await this.tokens.token()).has('operator');
  }
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new UsageError(`${JSON.stringify(text)} is not the address of a gateway: write it as https://waymark.example.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** The scopes that a token claims, unverified: only the gateway checks them. Empty if the text is not a JWT. */
function scopesInToken(token: string): ReadonlySet<string> {
  try {
    const { scope } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown };
    return new Set(typeof scope === 'string' ? scope.split(' ') : []);
  } catch {
    return new Set();
  }
}
