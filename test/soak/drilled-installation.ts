import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKafka } from '#kafka/connection/connection.js';
import { databaseUrl } from '#stack/database/database-command.js';
import { createLogger } from '#telemetry/logger.js';
import { canonical } from '#testing/oracle/canonical.js';
import { collectHistory, type Stores } from '#testing/oracle/collect.js';
import type { Call, Finding, History, ServedChange } from '#testing/oracle/history.js';
import { type ApiReader, readFeed } from '#testing/oracle/read-api.js';
import { InstallationUnderTest } from '../../stack/test/real/installation-under-test.js';

type Command = ReturnType<InstallationUnderTest['waymark']>;

const FEED_LIMIT = 500;

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
  async history(token: string, calls: Call[]): Promise<History> {
    return collectHistory(await this.stores(), this.api(token), [this.workspace], calls);
  }

  private async stores(): Promise<Stores> {
    const { data, environment } = this.installation;
    const { databasePassword: password } = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8')) as { databasePassword: string };
    return {
      kafka: createKafka({
        brokers: [`127.0.0.1:${environment['WAYMARK_KAFKA_PORT']}`],
        clientId: 'drill',
        logger: createLogger({ service: 'drill', instance: 'drill', level: 'silent' }),
      }),
      prefix: '',
      databaseUrl: databaseUrl({ port: Number(environment['WAYMARK_DATABASE_PORT']), password }),
      schemas: { objects: 'objects', projection: 'projection', directory: 'directory', webhook: 'webhook', report: 'report', area: 'area' },
    };
  }

  async bookmark(token: string): Promise<Bookmark> {
    const seen = new Set<string>();
    for (let cursor = 'earliest'; ;) {
      const page = await this.page(token, cursor);
      for (const change of page!.changes) seen.add(canonical(change));
      cursor = page!.cursor;
      if (!page!.more) return { cursor, seen };
    }
  }

  /** A cursor must either lead to all changes that its client has not seen, or be refused. */
  async judgeBookmark(token: string, { cursor: from, seen }: Bookmark): Promise<Finding[]> {
    const shown = new Set(seen);
    for (let cursor = from; ;) {
      const page = await this.page(token, cursor);
      if (page === undefined) return [];
      for (const change of page.changes) shown.add(canonical(change));
      cursor = page.cursor;
      if (!page.more) break;
    }
    const all = await readFeed(this.api(token), this.workspace);
    const missing = all.map(canonical).filter((change) => !shown.has(change));
    return missing.length === 0
      ? []
      : [{ rule: 'cursor-skips', detail: `a cursor leaves out ${missing.length} changes, such as ${missing[0]}` }];
  }

  /** A page of the feed; undefined: the cursor is refused with 410. */
  private async page(token: string, cursor: string): Promise<{ changes: ServedChange[]; cursor: string; more: boolean } | undefined> {
    const query = new URLSearchParams({ cursor, limit: String(FEED_LIMIT) });
    const answer = await fetch(`${this.url}/groups/${this.workspace}/changes?${query}`, {
      headers: this.api(token).headers(this.workspace),
    });
    const text = await answer.text();
    if (answer.status === 410) return undefined;
    if (!answer.ok) throw new Error(`The feed answers ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as { changes: ServedChange[]; cursor: string; more: boolean };
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
