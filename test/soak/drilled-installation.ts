import { createKafka } from '#kafka/connection/connection.js';
import { createLogger } from '#telemetry/logger.js';
import { canonical } from '#testing/oracle/canonical.js';
import { collectHistory } from '#testing/oracle/collect.js';
import type { Call, Finding, History } from '#testing/oracle/history.js';
import { type ApiReader, readFeed, readFeedFrom } from '#testing/oracle/read-api.js';
import { InstallationUnderTest } from '../../stack/test/real/installation-under-test.js';

type Command = ReturnType<InstallationUnderTest['waymark']>;

/** A place in the feed, and what a client has seen up to it. */
export interface Bookmark {
  cursor: string;
  seen: ReadonlySet<string>;
}

/** A complete installation of a drill, controlled by its commands, and read by the oracle. */
export class DrilledInstallation {
  private constructor(
    readonly installation: InstallationUnderTest,
    private readonly workspace: string,
  ) {}

  /** Creates an installation, without starting it. */
  static async create(workspace: string, walArchive: string): Promise<DrilledInstallation> {
    const installation = await InstallationUnderTest.create({ environment: { WAYMARK_WAL_ARCHIVE: walArchive } });
    return new DrilledInstallation(installation, workspace);
  }

  get url(): string {
    return `http://127.0.0.1:${this.installation.environment['WAYMARK_PORT']}`;
  }

  async start(): Promise<void> {
    await succeeded(this.installation.run('start', '--detach'));
  }

  /** Creates a token for all work in the workspace, which is created if it is missing. */
  async token(): Promise<string> {
    return (await succeeded(this.installation.run('token', '--workspace', this.workspace))).stdout.trim();
  }

  async operatorToken(): Promise<string> {
    return (await succeeded(this.installation.run('token', '--operator'))).stdout.trim();
  }

  api(token: string): ApiReader {
    return { url: this.url, headers: () => ({ authorization: `Bearer ${token}` }) };
  }

  /** Reads everything that the oracle judges. */
  history(token: string, calls: Call[]): Promise<History> {
    const { brokers, topicPrefix: prefix, databaseUrl, schemas } = this.installation.services;
    const logger = createLogger({ service: 'drill', instance: 'drill', level: 'silent' });
    const kafka = createKafka({ brokers: [...brokers], clientId: 'drill', logger });
    return collectHistory({ kafka, prefix, databaseUrl, schemas }, this.api(token), [this.workspace], calls);
  }

  async bookmark(token: string): Promise<Bookmark> {
    const { changes, cursor } = (await readFeedFrom(this.api(token), this.workspace, 'earliest'))!;
    return { cursor, seen: new Set(changes.map(canonical)) };
  }

  /** A cursor must either lead to all changes that its client has not seen, or be refused. */
  async judgeBookmark(token: string, { cursor, seen }: Bookmark): Promise<Finding[]> {
    const rest = await readFeedFrom(this.api(token), this.workspace, cursor);
    if (rest === undefined) return [];
    const shown = new Set([...seen, ...rest.changes.map(canonical)]);
    const all = await readFeed(this.api(token), this.workspace);
    const missing = all.map(canonical).filter((change) => !shown.has(change));
    return missing.length === 0
      ? []
      : [{ rule: 'cursor-skips', detail: `a cursor leaves out ${missing.length} changes, such as ${missing[0]}` }];
  }

  async destroy(): Promise<void> {
    await this.installation.destroy();
  }
}

/** @throws Error with the output of a command that failed */
export async function succeeded(command: Command): Promise<Awaited<Command>> {
  const done = await command;
  if (done.exitCode !== 0) throw new Error(`${done.command} ended with ${done.exitCode}:\n${done.all}`);
  return done;
}
