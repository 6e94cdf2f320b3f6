import { Injectable } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { DirectoryStore } from '../../publishing/directory-store.js';

/** Releases of object ids in the audit. The ids themselves belong to the object service. */
@Injectable()
export class IdReleases {
  constructor(private readonly store: DirectoryStore) {}

  /** @throws Problem 403 unless an operator calls, 422 for an impossible id */
  async note(actor: Actor, workspace: string, externalId: string): Promise<void> {
    if (!actor.operator) throw new Problem('forbidden', 'Only an operator can release ids.');
    if (externalId.includes('\0') || !externalId.isWellFormed())
      throw new Problem('invalid', 'The id contains a character that ids cannot have.');
    await this.store.change(actor, (changes) => changes.audit('id.release', `object:${externalId}`, { workspace }));
  }
}
