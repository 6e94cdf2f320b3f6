import type { Pool } from 'pg';
import { broken, type DirectoryDiagnosis, fine, type Finding, warning } from '#contracts/directory/diagnosis.js';
import { examineDatabase } from '#postgres/database-diagnosis.js';
import type { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { productVersion } from '#settings/product-version.js';
import type { Config } from '../config.js';
import type { SigningKeys, SigningKeyView } from '../keys/signing-keys.js';
import { MIGRATIONS } from '../storage/migrations.js';

const DAY_MS = 86_400_000;
const MIN_SECRET_CHARACTERS = 32;

export interface DiagnosisParts {
  config: Config;
  pool: Pool;
  keys: SigningKeys;
  tasks: UpkeepTasks;
}

/** What an operator should know of the directory and its database. */
export class Diagnosis {
  constructor(private readonly parts: DiagnosisParts) {}

  /** Answers within some 4 s also when the database does not, which is then the finding. */
  async examine(): Promise<DirectoryDiagnosis> {
    const { config, tasks } = this.parts;
    const { tokenIssuer, tokenAudience, databaseUrl: url, databaseSchema: schema } = config;
    const ofDatabase = await examineDatabase({ about: 'directory', url, schema, migrations: MIGRATIONS.map(({ name }) => name) });
    // Not asked through the pool then: its waits are longer than who asks has patience.
    const away = ofDatabase.length === 1;
    const { published, findings } = away ? { published: undefined, findings: [] } : await this.ofContents();
    return { version: productVersion(), tokenIssuer, tokenAudience, publishedRevision: published, findings: [...ofDatabase, ...findings, ofSecrets(config), tasks.finding('directory')] };
  }

  private async ofContents(): Promise<{ published: number | undefined; findings: Finding[] }> {
    const { config, pool, keys } = this.parts;
    const { rows } = await pool.query<{ unpublished: number; published: number | null }>(`select count(*) filter (where not published) as unpublished, max(revision) filter (where published) as published from state_record`);
    const { unpublished, published } = rows[0]!;
    return { published: published ?? 0, findings: [ofKeys(await keys.list(), config.keyRotationDays, Date.now()), ofPublishing(unpublished)] };
  }
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
