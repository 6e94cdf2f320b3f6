import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { broken, type DirectoryDiagnosis, type Finding, fine, warning } from '#contracts/directory/diagnosis.js';
import { damageFindings } from '#kafka/records/damaged-batches.js';
import { examineDatabase, type ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { EXAMINED_DATABASE } from '#postgres/diagnosis.controller.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { CONFIG } from '#service/tokens.js';
import { productVersion } from '#settings/product-version.js';
import { SigningKeys, type SigningKeyView } from '../access/keys/signing-keys.js';
import type { Config } from '../configuration/config.js';
import { POOL } from '../storage/storage.module.js';

const DAY_MS = 86_400_000;
const MIN_SECRET_CHARACTERS = 32;
const CLOCK_APART_MS = 1000;
/** Age from which a gateway's report is ignored; gateways report once a second. */
const REPORTS_SECONDS = 60;

/** A gateway and how many milliseconds its clock is ahead; null if unknown. */
export interface GatewayClock {
  name: string;
  ahead: number | null;
}

export interface ArrivingWorkspace {
  id: string;
  /** Start of the move. */
  since: string;
}

/** Findings about the directory and its database, for an operator. */
@Injectable()
export class Diagnosis {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EXAMINED_DATABASE) private readonly database: ExaminedDatabase,
    private readonly keys: SigningKeys,
    private readonly tasks: UpkeepTasks,
  ) {}

  /** Answers within about 4 s, even if the database does not answer, which is then a finding. */
  async examine(): Promise<DirectoryDiagnosis> {
    const { config, tasks } = this;
    const { tokenIssuer, tokenAudience } = config;
    const ofDatabase = await examineDatabase({ ...this.database, about: 'directory' });
    // In that case the pool is not used, since it waits longer than the caller.
    const away = ofDatabase.length === 1;
    const { published, findings } = away ? { published: undefined, findings: [] } : await this.ofContents();
    return {
      version: productVersion(),
      tokenIssuer,
      tokenAudience,
      publishedRevision: published,
      findings: [...ofDatabase, ...findings, ofSecrets(config), tasks.finding('directory'), ...damageFindings('directory')],
    };
  }

  private async ofContents(): Promise<{ published: number | undefined; findings: Finding[] }> {
    const { config, pool, keys } = this;
    const { rows } = await pool.query<{ unpublished: number; published: number | null }>(
      `select count(*) filter (where not published) as unpublished, max(revision) filter (where published) as published from state_record`,
    );
    const { unpublished, published } = rows[0]!;
    const { rows: clocks } = await pool.query<GatewayClock>(
      `select name, (array_agg(clock_ahead_ms order by reported_at desc))[1] as ahead from quota_gateway
       where name is not null and not stopped and reported_at > clock_timestamp() - make_interval(secs => $1) group by name order by name`,
      [REPORTS_SECONDS],
    );
    const { rows: arriving } = await pool.query<ArrivingWorkspace>(
      `select id, move->>'since' as since from workspace where move->>'state' = 'receiving' order by id`,
    );
    return {
      published: published ?? 0,
      findings: [
        ofKeys(await keys.list(), config.keyRotationDays, Date.now()),
        ofPublishing(unpublished),
        ofMoves(arriving),
        ...ofGatewayClocks(clocks),
      ],
    };
  }
}

export function ofKeys(keys: readonly Pick<SigningKeyView, 'state' | 'createdAt'>[], rotationDays: number, now: number): Finding {
  const signing = keys.find(({ state }) => state === 'signing');
  if (signing === undefined) return broken('directory.keys', 'no signing key exists', 'Create one: waymark key rotate');
  const days = Math.floor((now - Date.parse(signing.createdAt)) / DAY_MS);
  const found = `${keys.length} ${keys.length === 1 ? 'key' : 'keys'}, the current signing key is ${days} days old`;
  // The next key is created on that day, and signs a moment later.
  return days > rotationDays + 1
    ? warning('directory.keys', found, `It should have been replaced after ${rotationDays} days: waymark key rotate`)
    : fine('directory.keys', found);
}

export function ofPublishing(unpublished: number): Finding {
  return unpublished === 0
    ? fine('directory.publishing', 'every change is published')
    : warning(
        'directory.publishing',
        `${unpublished} changes are not published yet`,
        'If this persists, check the broker and the log of the directory service.',
      );
}

/** The finding about moves: one that was interrupted at its end leaves a workspace without updates on both installations. */
export function ofMoves(arriving: readonly ArrivingWorkspace[]): Finding {
  return arriving.length === 0
    ? fine('directory.moves', 'no workspace is being moved here from another installation')
    : warning(
        'directory.moves',
        `being moved here from another installation, and without updates until then: ${arriving.map(({ id, since }) => `${id} since ${since}`).join(', ')}`,
        'If waymark move is no longer running, run it again with the same options: it continues where it stopped.',
      );
}

/** One finding for each gateway with a wrong clock. */
export function ofGatewayClocks(clocks: readonly GatewayClock[]): Finding[] {
  const off = clocks.flatMap(({ name, ahead }) => (ahead !== null && Math.abs(ahead) > CLOCK_APART_MS ? [{ name, ahead }] : []));
  if (off.length === 0)
    return [
      fine(
        'gateways.clocks',
        clocks.length === 1
          ? "the clock of the one gateway agrees with the directory's"
          : `the clocks of ${clocks.length} gateways agree with the directory's`,
      ),
    ];
  const remedy = 'Synchronize the clocks of the machines with NTP: times of receipt and the validity of tokens depend on them.';
  return off.map(({ name, ahead }) =>
    warning(
      'gateways.clocks',
      `the clock of ${name} is ${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} the directory's`,
      remedy,
    ),
  );
}

export function ofSecrets({
  keySecret,
  internalToken,
  otherInternalToken,
}: Pick<Config, 'keySecret' | 'internalToken' | 'otherInternalToken'>): Finding {
  const weak = [
    ['KEY_SECRET', keySecret] as const,
    ['INTERNAL_TOKEN', internalToken] as const,
    ...(otherInternalToken === '' ? [] : [['OTHER_INTERNAL_TOKEN', otherInternalToken] as const]),
  ]
    .filter(([, secret]) => secret.length < MIN_SECRET_CHARACTERS)
    .map(([name]) => name);
  return weak.length === 0
    ? fine('directory.secrets', 'long enough')
    : warning(
        'directory.secrets',
        `shorter than ${MIN_SECRET_CHARACTERS} characters: ${weak.join(', ')}`,
        'Set longer ones: openssl rand -hex 32',
      );
}
