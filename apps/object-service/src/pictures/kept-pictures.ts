import type { Pool, PoolClient } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { idInside, typeInside } from '#identity/narrowing.js';
import { databaseFault } from '#postgres/database-errors.js';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import type { PictureKind } from './picture-kind.js';

/** The object that a picture belongs to. */
export interface PictureOwner {
  workspace: string;
  externalId: string;
}

export interface UploadedPicture extends PictureKind {
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;
  bytes: Buffer;
  /** `sub` of the token that sent it. */
  by: string;
}

/** Uploads that may wait for a connection, each with its bytes in memory. */
const MAX_WAITING = 16;
const AGAIN = { 'retry-after': '1' };

/** The bytes of pictures, each stored for one object, so that nobody can read a picture by its hash alone. */
export class KeptPictures {
  constructor(
    private readonly pool: Pool,
    private readonly workspaceBytes: number,
    /** Connections for reads, which must not wait for uploads. */
    private readonly readPool: Pool,
  ) {}

  /**
   * Stores the bytes for a day, and for as long as the object's state names them.
   * @throws Problem 404 for an object that is missing, erased, or outside this token's access; 409 when it is archived, or the workspace
   *   has reached its limit of bytes
   */
  put(owner: PictureOwner, picture: UploadedPicture, narrowing: Narrowing | undefined): Promise<void> {
    return this.store(owner, picture, (client) => requireObject(client, owner, narrowing));
  }

  /**
   * Stores the bytes of the picture that the object, which may be archived, already names.
   * @throws Problem 404 when the object names another picture or none; 409 when the workspace has reached its limit of bytes
   */
  putNamed(owner: PictureOwner, picture: UploadedPicture): Promise<void> {
    return this.store(owner, picture, (client) => requireNamed(client, owner, picture.sha256));
  }

  private async store(owner: PictureOwner, picture: UploadedPicture, require: (client: PoolClient) => Promise<void>): Promise<void> {
    await this.transaction(async (client) => {
      // One upload of a workspace at a time, so that two together cannot exceed the limit of bytes.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`picture ${owner.workspace}`]);
      await require(client);
      if (await touch(client, owner, picture.sha256)) return;
      await this.requireRoom(client, owner.workspace, picture.bytes.length);
      const { sha256, mediaType, width, height, bytes, by } = picture;
      await client.query(
        'insert into picture (external_id, sha256, workspace, media_type, width, height, byte_count, bytes, ' +
          'uploaded_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        [owner.externalId, sha256, owner.workspace, mediaType, width, height, bytes.length, bytes, by],
      );
    });
  }

  /** Keeps a picture for another day before an edit names it. @returns false if this object has no such picture */
  keep(owner: PictureOwner, sha256: string): Promise<boolean> {
    return this.transaction((client) => touch(client, owner, sha256));
  }

  /** The picture; undefined if this object has no such picture. */
  find({ workspace, externalId }: PictureOwner, sha256: string): Promise<{ mediaType: string; bytes: Buffer } | undefined> {
    return this.transaction(async (client) => {
      const { rows } = await client.query<{ media_type: string; bytes: Buffer }>(
        'select media_type, bytes from picture where external_id = $1 and sha256 = $2 and workspace = $3',
        [externalId, sha256, workspace],
      );
      return rows[0] && { mediaType: rows[0].media_type, bytes: rows[0].bytes };
    }, this.readPool);
  }

  private async requireRoom(client: PoolClient, workspace: string, wanted: number): Promise<void> {
    const { rows } = await client.query<{ held: string }>(
      'select coalesce(sum(byte_count), 0)::text as held from picture where workspace = $1',
      [workspace],
    );
    const held = Number(rows[0]!.held);
    if (held + wanted <= this.workspaceBytes) return;
    throw new Problem(
      'conflict',
      `The workspace has ${held} bytes of pictures and may have at most ${this.workspaceBytes}; this one has ` +
        `${wanted}. Remove pictures, or ask the operator for more space. Removed and replaced pictures count ` +
        'for a day.',
    );
  }

  private async transaction<T>(work: (client: PoolClient) => Promise<T>, pool = this.pool): Promise<T> {
    if (pool.waitingCount >= MAX_WAITING)
      throw new Problem('overloaded', 'Too many requests for pictures are waiting for the database. Try again later.', { headers: AGAIN });
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (error instanceof Problem || databaseFault(error) === 'other') throw error;
      throw new Problem('unavailable', 'Pictures cannot be read or stored at the moment. Try again.', { headers: AGAIN, cause: error });
    }
  }
}

/** Locks the object until the picture is stored: a concurrent erasure waits, and then deletes the picture, too. */
async function requireObject(client: PoolClient, { workspace, externalId }: PictureOwner, narrowing: Narrowing | undefined): Promise<void> {
  const { rows } = await client.query<{ archived: boolean; type: string | null }>(
    `select state->>'archived' = 'true' as archived, state->>'type' as type from object where external_id = $1
      and workspace = $2 and state->>'erased' is null for share`,
    [externalId, workspace],
  );
  const found = rows[0];
  if (found === undefined || (narrowing && !(idInside(narrowing, externalId) && typeInside(narrowing, found.type ?? undefined))))
    throw new Problem('unknown-object');
  if (found.archived) throw new Problem('conflict', 'The object is archived; restore it before you add a picture.');
}

async function requireNamed(client: PoolClient, { workspace, externalId }: PictureOwner, sha256: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from object where external_id = $1 and workspace = $2 and state->>'picture' = $3 for share`,
    [externalId, workspace, sha256],
  );
  if (rowCount === 0) throw new Problem('not-found', 'This is not the current picture of the object.');
}

async function touch(client: PoolClient, { workspace, externalId }: PictureOwner, sha256: string): Promise<boolean> {
  const { rowCount } = await client.query('update picture set kept_at = now() where external_id = $1 and sha256 = $2 and workspace = $3', [
    externalId,
    sha256,
    workspace,
  ]);
  return rowCount === 1;
}
