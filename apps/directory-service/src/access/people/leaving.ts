import { Injectable } from '@nestjs/common';
import type { ChangeSet } from '../../publishing/change-set.js';

/** @param workspace null: all workspaces */
type Part = (changes: ChangeSet, personId: string, workspace: string | null) => Promise<void>;

/** Data of people who leave. Modules that store something for people register a handler in `onModuleInit`. */
@Injectable()
export class Leaving {
  private readonly parts: Part[] = [];

  /** @param part removes the name from what stays, and deletes the rest */
  add(part: Part): void {
    this.parts.push(part);
  }

  /** For somebody who is removed from a workspace, or from all (`workspace` null). Under the lock of the person's row. */
  async leave(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
    for (const part of this.parts) await part(changes, personId, workspace);
  }
}
