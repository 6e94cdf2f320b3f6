import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { MAX_COUNTED_SUBJECT, type TokenCountReport } from '#contracts/directory/quota-report.js';
import type { ForwardedCaller } from '#identity/forwarded-caller.js';
import { isUuid } from '../../http/uuid-of.js';
import { POOL } from '../../storage/storage.module.js';
import { FORGOTTEN_LIFE } from './gateway-liveness.js';
import { monthOf, monthsBefore } from './quota-month.js';

/** The usage of one token in a workspace and month, as reported so far; a person's access tokens count together. */
export interface UsageOfToken {
  kind: 'machine' | 'person' | 'share-link' | 'foreign';
  /** Id of the machine token, the person or the share link, or the subject of a foreign issuer's token. */
  id: string;
  /** Null if it has no name or is removed. */
  name: string | null;
  calls: number;
  elements: number;
  /** Number of calls that a limit of the plan refused. */
  refused: number;
}

type Counts = Pick<UsageOfToken, 'calls' | 'elements' | 'refused'>;

/** Most rows per workspace and month, one for each token and gateway, so that many callers cannot fill the disk. */
const MAX_ROWS = 5000;
const MAX_SHOWN = 1000;
/** Including the present one, so that each month can be compared with the same month of the previous year. */
const KEPT_MONTHS = 13;

/** Usage by token and month. */
@Injectable()
export class TokenUsage {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Tokens ordered by calls: all of the workspace for callers who may manage its tokens, otherwise only the caller's own. */
  async of(workspace: string, month: string, caller: Pick<ForwardedCaller, 'subject' | 'operator' | 'scopes'>): Promise<UsageOfToken[]> {
    const all = caller.operator === true || caller.scopes?.includes('tokens:admin') === true;
    const { rows } = await this.pool.query<Counts & { subject: string }>(
      `select subject, sum(calls)::bigint as calls, sum(elements)::bigint as elements, sum(refused)::bigint as refused
       from token_usage where month = $1 and workspace = $2 and ($3::text is null or subject = $3)
       group by subject order by calls desc, subject limit $4`,
      [month, workspace, all ? null : caller.subject.slice(0, MAX_COUNTED_SUBJECT), MAX_SHOWN],
    );
    const names = await this.namesOf(
      workspace,
      rows.map(({ subject }) => subject),
    );
    return rows.map(({ subject, ...counts }) => ({ ...tokenOf(subject), name: names.get(subject) ?? null, ...counts }));
  }

  /** Deletes months that are too old; for upkeep. */
  async forget(maxRows: number): Promise<void> {
    const oldest = monthsBefore(monthOf(new Date()), KEPT_MONTHS - 1);
    await this.pool.query(`delete from token_usage where ctid = any(array(select ctid from token_usage where month < $1 limit $2))`, [
      oldest,
      maxRows,
    ]);
  }

  /** Names of subjects. People have their name in the workspace, and only as long as they belong to it. */
  private async namesOf(workspace: string, subjects: readonly string[]): Promise<Map<string, string>> {
    const ids = (kind: UsageOfToken['kind']): string[] =>
      subjects
        .map(tokenOf)
        .filter((token) => token.kind === kind)
        .map(({ id }) => id);
    const { rows } = await this.pool.query<{ subject: string; name: string }>(
      `select 'token:' || id as subject, name from machine_token where id = any($1::uuid[])
       union all select 'share-link:' || id, name from share_link where id = any($2::uuid[]) and workspace = $4
       union all select 'person:' || p.id, coalesce(m.shown_name, p.name) from person p join membership m on m.person = p.id
       and m.workspace = $4 where p.id = any($3::uuid[])`,
      [ids('machine'), ids('share-link'), ids('person'), workspace],
    );
    return new Map(rows.map(({ subject, name }) => [subject, name]));
  }
}

const KINDS: Readonly<Record<string, UsageOfToken['kind']>> = { token: 'machine', person: 'person', 'share-link': 'share-link' };

function tokenOf(subject: string): Pick<UsageOfToken, 'kind' | 'id'> {
  const [prefix, id] = subject.split(':', 2) as [string, string | undefined];
  const kind = Object.hasOwn(KINDS, prefix) && isUuid(id) ? KINDS[prefix] : undefined;
  return kind === undefined || id === undefined ? { kind: 'foreign', id: subject } : { kind, id };
}

/** Stores the totals of a gateway's life. Skips unknown workspaces, and new tokens beyond the limit. */
export async function countTokens(client: PoolClient, life: string, counts: readonly TokenCountReport[]): Promise<void> {
  if (counts.length === 0) return;
  const column = <T>(of: (count: TokenCountReport) => T): T[] => counts.map(of);
  await client.query(
    `insert into token_usage (month, workspace, subject, life, calls, elements, refused)
     select t.month, t.workspace, t.subject, $1, t.calls, t.elements, t.refused
     from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[]) as t(month, workspace,
     subject, calls, elements, refused)
       join workspace w on w.id = t.workspace
     where exists (select 1 from token_usage u where u.month = t.month and u.workspace = t.workspace
     and u.subject = t.subject and u.life = $1)
        or (select count(*) from token_usage u where u.month = t.month and u.workspace = t.workspace) < $8
     on conflict (month, workspace, subject, life) do update set calls = excluded.calls, elements = excluded.elements,
     refused = excluded.refused`,
    [
      life,
      column(({ month }) => month),
      column(({ workspace }) => workspace),
      column(({ subject }) => subject),
      column(({ calls }) => calls),
      column(({ elements }) => elements),
      column(({ refused }) => refused),
      MAX_ROWS,
    ],
  );
}

/** Adds up the counts of removed lives, since otherwise rows would grow with every start of a gateway. */
export async function foldTokenUsage(client: PoolClient, lives: readonly string[]): Promise<void> {
  await client.query(
    `with gone as (delete from token_usage where life = any($1) returning month, workspace, subject, calls, elements, refused)
     insert into token_usage as held (month, workspace, subject, life, calls, elements, refused)
     select month, workspace, subject, $2::uuid, sum(calls), sum(elements), sum(refused) from gone
     group by month, workspace, subject order by month, workspace, subject
     on conflict (month, workspace, subject, life) do update set calls = held.calls + excluded.calls,
     elements = held.elements + excluded.elements, refused = held.refused + excluded.refused`,
    [lives, FORGOTTEN_LIFE],
  );
}
