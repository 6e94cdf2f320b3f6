import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { broken, type DirectoryDiagnosis, fine, type Finding, warning } from '#contracts/directory/diagnosis.js';
import { productVersion } from '#settings/product-version.js';
import type { Config } from '../config.js';
import type { SigningKeys, SigningKeyView } from '../keys/signing-keys.js';
import { MIGRATIONS } from '../storage/migrations.js';

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;
const LITTLE_FREE = 0.1;
const NO_FREE = 0.02;
const MIN_SECRET_CHARACTERS = 32;

export interface DiagnosisParts {
  config: Config;
  pool: Pool;
  keys: SigningKeys;
}

/** What an operator should know of the directory and its database. */
export class Diagnosis {
  constructor(private readonly parts: DiagnosisParts) {}

  async examine(): Promise<DirectoryDiagnosis> {
    const { config, pool, keys } = this.parts;
    const { tokenIssuer, tokenAudience, keyRotationDays } = config;
    const { rows } = await pool.query<{ unpublished: number; published: number | null }>(`select count(*) filter (where not published) as unpublished, max(revision) filter (where published) as published from state_record`);
    const { unpublished, published } = rows[0]!;
    return {
      version: productVersion(),
      tokenIssuer,
      tokenAudience,
      publishedRevision: published ?? 0,
      findings: [await this.migrations(), await this.database(), ofKeys(await keys.list(), keyRotationDays, Date.now()), ofPublishing(unpublished), ofSecrets(config)],
    };
  }

  private async migrations(): Promise<Finding> {
    const { rows } = await this.parts.pool.query<{ name: string }>(`select name from migration`);
    return ofMigrations(new Set(rows.map(({ name }) => name)), MIGRATIONS.map(({ name }) => name));
  }

  private async database(): Promise<Finding> {
    const { rows } = await this.parts.pool.query<{ bytes: number; version: string }>(`select pg_database_size(current_database()) as bytes, current_setting('server_version') as version`);
    const { bytes, version } = rows[0]!;
    return ofDatabase(`PostgreSQL ${version}, the database has ${Math.ceil(bytes / MIB)} MiB`, await this.freeSpace());
  }

  /** Of the database's disk, 0…1; undefined where that can't be known: it is elsewhere, or not to be looked at. */
  private async freeSpace(): Promise<{ share: number; bytes: number } | undefined> {
    if (!['localhost', '127.0.0.1', '::1', '[::1]'].includes(new URL(this.parts.config.databaseUrl).hostname)) return undefined;
    try {
      const { rows } = await this.parts.pool.query<{ data_directory: string }>(`show data_directory`);
      const { bavail, blocks, bsize } = await statfs(rows[0]!.data_directory);
      return { share: bavail / blocks, bytes: bavail * bsize };
    } catch {
      return undefined;
    }
  }
}

export function ofMigrations(run: ReadonlySet<string>, known: readonly string[]): Finding {
  const missing = known.filter((name) => !run.has(name));
  const newer = [...run].filter((name) => !known.includes(name));
  if (missing.length > 0) return broken('directory.migrations', `not run: ${missing.join(', ')}`, 'Start the directory service again, and look at its log.');
  if (newer.length > 0) return warning('directory.migrations', `the database is newer than this service: ${newer.join(', ')}`, 'Finish the upgrade: another copy of the service is newer.');
  return fine('directory.migrations', `all ${known.length} were run`);
}

export function ofDatabase(size: string, free: { share: number; bytes: number } | undefined): Finding {
  if (free === undefined) return fine('directory.database', `${size}; how much of its disk is free can not be seen from here`);
  const found = `${size}; ${Math.floor(free.bytes / MIB)} MiB of its disk are free (${Math.floor(free.share * 100)} %)`;
  if (free.share >= LITTLE_FREE) return fine('directory.database', found);
  const remedy = 'Make room on the disk of the database: when it is full, every change is refused.';
  return free.share < NO_FREE ? broken('directory.database', found, remedy) : warning('directory.database', found, remedy);
}

export function ofKeys(keys: readonly Pick<SigningKeyView, 'state' | 'createdAt'>[], rotationDays: number, now: number): Finding {
  const signing = keys.find(({ state }) => state === 'signing');
  if (signing === undefined) return broken('directory.keys', 'no key signs', 'Make one: waymark key rotate');
  const days = Math.floor((now - Date.parse(signing.createdAt)) / DAY_MS);
  const found = `${keys.length} ${keys.length === 1 ? 'key' : 'keys'}, the one that signs is ${days} days old`;
  // The next one is made on the day, and signs a moment later.
  return days > rotationDays + 1 ? warning('directory.keys', found, `It should have been replaced after ${rotationDays} days: waymark key rotate`) : fine('directory.keys', found);
}

export function ofPublishing(unpublished: number): Finding {
  return unpublished === 0 ? fine('directory.publishing', 'every change is published') : warning('directory.publishing', `${unpublished} changes are not published yet`, 'When it stays so: look at the broker and at the log of the directory service.');
}

export function ofSecrets({ keySecret, internalToken }: Pick<Config, 'keySecret' | 'internalToken'>): Finding {
  const weak = [['KEY_SECRET', keySecret] as const, ['INTERNAL_TOKEN', internalToken] as const].filter(([, secret]) => secret.length < MIN_SECRET_CHARACTERS).map(([name]) => name);
  return weak.length === 0 ? fine('directory.secrets', 'long enough') : warning('directory.secrets', `shorter than ${MIN_SECRET_CHARACTERS} characters: ${weak.join(', ')}`, 'Set longer ones: openssl rand -hex 32');
}
