import { randomBytes, randomUUID } from 'node:crypto';
import { IsNull, Raw, type Repository } from 'typeorm';
import type { NewShareLinkDto, SharedViewDto } from '#contracts/directory/dto/share-link.dto.js';
import type { Narrowing } from '#identity/caller.js';
import { mintToken } from '#identity/token-minting.js';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { ShareLink } from '../../entities/share-link.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import type { DirectoryStore } from '../../publishing/directory-store.js';
import { newestFirst } from '../../storage/newest-first.js';
import { nextOf } from '../../storage/next-of.js';
import type { SigningKeys } from '../keys/signing-keys.js';
import type { AccessToken } from '../login/access-tokens.js';
import type { LoginThrottle } from '../login/login-throttle.js';
import { secretHash } from '../login/opaque-secret.js';
import { type LiveBound, requireRoom } from '../tokens/live-bound.js';
import { requireCarriable } from '../tokens/token-size.js';

/** A share link for people who manage it, without its code or token. Times in RFC 3339. */
export interface ShareLinkView {
  id: string;
  name: string;
  shows: SharedViewDto;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
}

/** The answer to a code. */
export interface OpenedShareLink {
  apiAccessToken: AccessToken;
  name: string;
  shows: SharedViewDto;
  /** Expiry of the link; RFC 3339. */
  expiresAt: string;
}

const USUAL_LIFE_S = 7 * 86_400;
const MAX_PAGE = 200;
/** 128 bits are 22 characters of base64url: beyond guessing, and short enough for a message or a small QR code. */
const CODE_BYTES = 16;

export interface ShareLinksOptions {
  store: DirectoryStore;
  links: Repository<ShareLink>;
  keys: SigningKeys;
  throttle: LoginThrottle;
  issuer: string;
  audience: string;
  /** URL of the app, to which a link adds its fragment. */
  appUrl: string;
  /** Most valid links per workspace. */
  maxLive: number;
  /** Validity of a token that a code is exchanged for. */
  accessTokenMinutes: number;
}

/**
 * Links that show an object, an area or a view to anyone with the link, by a read-only token that is narrowed to it. The URL has a code in
 * its fragment, which browsers do not send to servers; the code is exchanged for a token (docs/decisions, 28). All tokens of a link have
 * the same id, so that revoking it ends them all.
 */
export class ShareLinks {
  constructor(private readonly options: ShareLinksOptions) {}

  /** @throws Problem 422 if the request names nothing to show, 409 beyond the limit of links */
  create(
    actor: Actor,
    workspace: string,
    { name, shows, expiresInSeconds = USUAL_LIFE_S }: NewShareLinkDto,
  ): Promise<ShareLinkView & { url: string; token: string }> {
    checkShown(shows);
    return this.options.store.change(actor, async (changes) => {
      await this.requireRoom(changes, workspace);
      const [id, code] = [randomUUID(), createCode()];
      const expiresAt = expiryAfter(expiresInSeconds);
      const made = { id, workspace, name, shows, tokenId: randomUUID(), createdBy: actor.subject, codeHash: secretHash(code) };
      await changes.of(ShareLink).insert({ ...made, lifeSeconds: expiresInSeconds, expiresAt });
      await changes.audit('share-link.create', `share-link:${id}`, { workspace, detail: { name, shows } });
      return this.linkOf(changes, id, code);
    });
  }

  /** A page, newest first; `before` is the last id of the previous page. */
  async list(workspace: string, before: string | undefined): Promise<{ shareLinks: ShareLinkView[]; next: string | null }> {
    const rows = this.options.links.createQueryBuilder('row').where({ workspace });
    const page = await newestFirst(rows, before, MAX_PAGE).getMany();
    return { shareLinks: page.map(viewOf), next: nextOf(page, MAX_PAGE, 'id') };
  }

  /** Revokes a link; again, it changes nothing. @throws Problem 404 */
  async revoke(actor: Actor, workspace: string, id: string): Promise<void> {
    await this.options.store.change(actor, async (changes) => {
      const row = await this.lock(changes, workspace, id);
      if (row.revokedAt === null) await changes.of(ShareLink).update({ id }, { revokedAt: () => 'now()' });
      await revokeToken(changes, row);
      await changes.audit('share-link.revoke', `share-link:${id}`, { workspace });
    });
  }

  /**
   * Renews a valid, expired or revoked link under a new URL; the former URL stops working.
   * @throws Problem 404, 409 beyond the limit of links
   */
  renew(actor: Actor, workspace: string, id: string): Promise<ShareLinkView & { url: string; token: string }> {
    return this.options.store.change(actor, async (changes) => {
      await this.requireRoom(changes, workspace, id);
      const before = await this.lock(changes, workspace, id);
      // Before the signing key is locked, since this takes the order of changes (`ChangeSet.takeOrder`).
      await revokeToken(changes, before);
      const code = createCode();
      const renewed = { tokenId: randomUUID(), expiresAt: expiryAfter(before.lifeSeconds), revokedAt: null, codeHash: secretHash(code) };
      await changes.of(ShareLink).update({ id }, { ...renewed, createdAt: () => 'now()' });
      await changes.audit('share-link.renew', `share-link:${id}`, { workspace });
      return this.linkOf(changes, id, code);
    });
  }

  /**
   * Exchanges the code of a link for a short-lived token. The code is looked up by its hash, so that the duration does not reveal how much
   * of a guess was correct.
   * @throws Problem 404, the same for a code that never existed, has expired or was revoked; 429 after many of these from one network
   */
  async open(actor: Actor, code: string): Promise<OpenedShareLink> {
    const { store, links, throttle, accessTokenMinutes } = this.options;
    const attempt = await throttle.shareCode(actor.address);
    const expiresAfterNow = Raw((column) => `${column} > now()`);
    const row = await links.findOneBy({ codeHash: secretHash(code), revokedAt: IsNull(), expiresAt: expiresAfterNow });
    if (row === null)
      throw new Problem(
        'not-found',
        'No share link has this code, or the link has expired or was revoked. Ask the person who sent it for a new one.',
      );
    await attempt.takeBack();
    const now = Math.floor(Date.now() / 1000);
    const expiresAt = new Date(Math.min(row.expiresAt.getTime(), (now + accessTokenMinutes * 60) * 1000));
    const token = await inTransaction(store.pool, (client) => this.mint({ client }, row, now, expiresAt));
    return {
      apiAccessToken: { token, expiresAt: expiresAt.toISOString() },
      name: row.name,
      shows: row.shows,
      expiresAt: row.expiresAt.toISOString(),
    };
  }

  /**
   * Locks the workspace, so that two concurrent calls cannot both create the last possible link.
   * @param but a link that does not count
   */
  private async requireRoom({ client }: ChangeSet, workspace: string, but?: string): Promise<void> {
    const bound: LiveBound = {
      limit: 'live-share-links-per-workspace',
      what: 'share links',
      setting: 'MAX_LIVE_SHARE_LINKS',
      most: this.options.maxLive,
      path: 'shareLinks',
    };
    await client.query(`select 1 from workspace where id = $1 for no key update`, [workspace]);
    const { rows } = await client.query<{ live: number }>(
      `select count(*) as live from share_link where workspace = $1 and revoked_at is null and expires_at > now()
        and ($2::uuid is null or id <> $2)`,
      [workspace, but ?? null],
    );
    requireRoom(bound, workspace, rows[0]!.live);
  }

  private async lock(changes: ChangeSet, workspace: string, id: string): Promise<ShareLink> {
    const row = await changes.of(ShareLink).findOne({ where: { id, workspace }, lock: { mode: 'pessimistic_write' } });
    if (row === null) throw new Problem('not-found', 'This workspace has no such share link.');
    return row;
  }

  private async linkOf(changes: ChangeSet, id: string, code: string): Promise<ShareLinkView & { url: string; token: string }> {
    const row = await changes.of(ShareLink).findOneByOrFail({ id });
    const token = await this.mint(changes, row, row.expiresAt.getTime() / 1000 - row.lifeSeconds, row.expiresAt);
    requireCarriable(token, '/shows');
    return { ...viewOf(row), url: `${this.options.appUrl.replace(/\/+$/, '')}/#s=${code}`, token };
  }

  /** @param issuedAt seconds since 1970 */
  private async mint(changes: Pick<ChangeSet, 'client'>, row: ShareLink, issuedAt: number, expiresAt: Date): Promise<string> {
    const { keys, issuer, audience } = this.options;
    const key = await keys.forToken(changes, expiresAt);
    return mintToken(key, {
      tokenId: row.tokenId,
      subject: `share-link:${row.id}`,
      workspaces: [row.workspace],
      scopes: ['objects:read'],
      narrowed: row.shows as Narrowing,
      issuedAt,
      expiresInSeconds: expiresAt.getTime() / 1000 - issuedAt,
      issuer,
      audience,
    });
  }
}

const createCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

function checkShown({ ids, bbox, types }: SharedViewDto): void {
  if (ids === undefined && bbox === undefined && types === undefined) {
    throw new Problem('invalid', 'Choose what the link shows: ids, bbox or types.', {
      errors: [{ pointer: '/shows', detail: 'must have at least one of ids, bbox and types' }],
    });
  }
  if (bbox === undefined) return;
  const [, south, , north] = bbox as [number, number, number, number];
  if (south < -90 || north > 90 || south > north)
    throw new Problem('invalid', 'bbox must be west, south, east, north in degrees, south not above north.', {
      errors: [{ pointer: '/shows/bbox', detail: 'must be west, south, east, north' }],
    });
}

/** Without the fraction: the claim exp has none. */
function expiryAfter(seconds: number): Date {
  return new Date((Math.floor(Date.now() / 1000) + seconds) * 1000);
}

async function revokeToken(changes: ChangeSet, { tokenId, expiresAt }: ShareLink): Promise<void> {
  if (expiresAt.getTime() > Date.now())
    await changes.publish('revocation', tokenId, { tokenId, expiresAt: Math.ceil(expiresAt.getTime() / 1000) });
}

function viewOf(row: ShareLink): ShareLinkView {
  return {
    id: row.id,
    name: row.name,
    shows: row.shows,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
