import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { inTransaction } from '#postgres/transaction.js';
import type { Actor } from '../auditing/actor.js';
import { POOL } from '../storage/storage.module.js';
import { ChangeSet } from './change-set.js';
import { StatePublisher } from './state-publisher.js';

/** Longest wait for the broker. The change is committed before, and is published in any case. */
const PUBLISH_WAIT_MS = 2000;

/** The only way to change the directory: rows, audit lines and records to publish are committed together or not at all. */
@Injectable()
export class DirectoryStore {
  constructor(
    @Inject(POOL) readonly pool: Pool,
    private readonly publisher: StatePublisher,
    private readonly dataSource: DataSource,
  ) {}

  /** Resolves when the change is committed and, unless the broker is down, published. */
  async change<T>(actor: Actor, work: (changes: ChangeSet) => Promise<T>): Promise<T> {
    let revision = 0;
    const result = await inTransaction(this.pool, async (client) => {
      const changes = new ChangeSet(client, actor, this.dataSource);
      const done = await work(changes);
      revision = changes.revision;
      return done;
    });
    if (revision > 0) {
      await this.publisher.publishedUpTo(revision, PUBLISH_WAIT_MS);
      actor.published(revision);
    }
    return result;
  }
}
