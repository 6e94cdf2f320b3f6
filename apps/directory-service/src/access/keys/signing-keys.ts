import type { JWK } from 'jose';
import type { Repository } from 'typeorm';
import type { Sealing } from '#identity/sealing.js';
import { createKeyPair } from '#identity/signing-key.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { SigningKey } from '../../entities/signing-key.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import type { DirectoryStore } from '../../publishing/directory-store.js';

/** A signing key for operators; times in RFC 3339. */
export interface SigningKeyView {
  kid: string;
  createdAt: string;
  signsFrom: string;
  /** `next` does not sign yet; `previous` only verifies, until the last token it signed has expired. */
  state: 'next' | 'signing' | 'previous';
  lastExpiry: string;
}

/** The keys that sign access tokens: private keys are encrypted in the database, public ones are on `directory.state`. */
export class SigningKeys {
  private readonly opened = new Map<string, JWK>();

  constructor(
    private readonly store: DirectoryStore,
    private readonly keys: Repository<SigningKey>,
    private readonly sealing: Sealing,
    private readonly activationSeconds: number,
  ) {}

  /**
   * The key that signs now. It is kept at least until `expiresAt`, when the token expires. Its row stays locked, so a caller that also
   * publishes in the same transaction must call `ChangeSet.takeOrder` before.
   * @throws Problem 503 in a new installation that has no key yet
   */
  async forToken(changes: Pick<ChangeSet, 'client'>, expiresAt: Date): Promise<JWK> {
    const { rows } = await changes.client.query<Pick<SigningKey, 'kid' | 'sealed'>>(
      `update signing_key set last_expiry = greatest(last_expiry, $1)
       where kid = (select kid from signing_key where signs_from <= now() order by signs_from desc, kid limit 1) returning kid, sealed`,
      [expiresAt],
    );
    const row = rows[0];
    if (row === undefined)
      throw new Problem('not-ready', 'The first signing key is still being created; try again in a moment.', {
        headers: { 'retry-after': '2' },
      });
    return this.open(row);
  }

  async list(): Promise<SigningKeyView[]> {
    const keys = await this.keys.find({ order: { signsFrom: 'DESC', kid: 'ASC' } });
    const signing = keys.find(({ signsFrom }) => signsFrom.getTime() <= Date.now());
    return keys.map((key) => ({
      kid: key.kid,
      createdAt: key.createdAt.toISOString(),
      signsFrom: key.signsFrom.toISOString(),
      state: key === signing ? 'signing' : key.signsFrom.getTime() > Date.now() ? 'next' : 'previous',
      lastExpiry: key.lastExpiry.toISOString(),
    }));
  }

  /**
   * Creates the next key. It signs once every gateway has had time to receive it, or at once if there was no key before.
   * @param immediately for a stolen key: the new one signs at once, and gateways may refuse its tokens for a moment
   */
  rotate(actor: Actor, { immediately = false } = {}): Promise<string> {
    return this.store.change(actor, async (changes) => {
      await changes.takeOrder();
      return this.create(changes, immediately);
    });
  }

  /** Creates the first key if there is none, or the next one if the newest is older than `maxAgeDays`. */
  async keepFresh(actor: Actor, maxAgeDays: number): Promise<string | undefined> {
    const newest = `select created_at > now() - make_interval(days => $1) as fresh from signing_key order by created_at desc limit 1`;
    const known = await this.store.pool.query<{ fresh: boolean }>(newest, [maxAgeDays]);
    if (known.rows[0]?.fresh === true) return undefined;
    return this.store.change(actor, async (changes) => {
      await changes.takeOrder();
      await changes.client.query(`lock table signing_key in share row exclusive mode`);
      const { rows } = await changes.client.query<{ fresh: boolean }>(newest, [maxAgeDays]);
      return rows[0]?.fresh === true ? undefined : this.create(changes, false);
    });
  }

  /** Removes a key at once, so that all its tokens are refused. */
  async withdraw(actor: Actor, kid: string): Promise<void> {
    const state = (await this.list()).find((key) => key.kid === kid)?.state;
    if (state === undefined) throw new Problem('not-found', 'This key does not exist.');
    if (state === 'signing') throw new Problem('conflict', 'This key is in use for signing. Rotate first: POST /operator/keys/rotate.');
    await this.store.change(actor, (changes) => this.remove(changes, kid, 'key.withdraw'));
  }

  /** Removes keys whose tokens have all expired. */
  async withdrawExpired(actor: Actor): Promise<string[]> {
    const expired = `select kid from signing_key where last_expiry < now() - interval '1 hour'
      and signs_from < (select max(signs_from) from signing_key where signs_from <= now())`;
    const { rows } = await this.store.pool.query<{ kid: string }>(expired);
    for (const { kid } of rows) await this.store.change(actor, (changes) => this.remove(changes, kid, 'key.expire'));
    return rows.map(({ kid }) => kid);
  }

  /** Call it after `takeOrder`. */
  private async create(changes: ChangeSet, immediately: boolean): Promise<string> {
    const { publicJwk, privateJwk } = await createKeyPair();
    const kid = publicJwk.kid!;
    const x = publicJwk.x!;
    const y = publicJwk.y!;
    await changes.client.query(
      `insert into signing_key (kid, x, y, sealed, signs_from)
       values ($1, $2, $3, $4, now() + case when $5 or not exists (select 1 from signing_key) then interval '0'
       else make_interval(secs => $6) end)`,
      [kid, x, y, this.sealing.seal(kid, JSON.stringify(privateJwk)), immediately, this.activationSeconds],
    );
    await changes.publish('signing-key', kid, { kid, x, y });
    await changes.audit('key.create', `signing-key:${kid}`);
    return kid;
  }

  private async remove(changes: ChangeSet, kid: string, action: string): Promise<void> {
    await changes.takeOrder();
    await changes.of(SigningKey).delete({ kid });
    await changes.withdraw('signing-key', kid);
    await changes.audit(action, `signing-key:${kid}`);
    this.opened.delete(kid);
  }

  private open({ kid, sealed }: Pick<SigningKey, 'kid' | 'sealed'>): JWK {
    let key = this.opened.get(kid);
    if (key === undefined) this.opened.set(kid, (key = JSON.parse(this.sealing.open(kid, sealed)) as JWK));
    return key;
  }
}
