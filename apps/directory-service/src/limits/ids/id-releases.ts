import { Injectable } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { DirectoryStore } from '../../publishing/directory-store.js';

/** Ids of objects belong to the object service; who had one released is in the audit here. */
@Injectable()
export class IdReleases {
  constructor(private readonly store: DirectoryStore) {}

  /** @throws Problem 403 when no operator asks, 422 for what no id can be */
  async note(actor: Actor, workspace: string, externalId: string): Promise<void> {
    if (!actor.operator) throw new Problem('forbidden', 'Only an operator can release ids.');
    if (externalId.includes('\0') || !externalId.isWellFormed())
      throw new Problem('invalid', 'The id contains a character that ids cannot have.');
    await this.store.change(actor, (changes) => changes.audit('id.release', `object:${externalId}`, { workspace }));
  }
}
