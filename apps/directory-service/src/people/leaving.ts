import { Injectable } from '@nestjs/common';
import type { ChangeSet } from '../publishing/change-set.js';

/** @param workspace null: all workspaces */
type Part = (changes: ChangeSet, personId: string, workspace: string | null) => Promise<void>;

/** What somebody leaves behind. Rooms that keep something for people say in `onModuleInit` what becomes of it. */
@Injectable()
export class Leaving {
  private readonly parts: Part[] = [];

  /** @param part takes the name off what is to stay, and removes the rest */
  add(part: Part): void {
    this.parts.push(part);
  }

  /** For somebody who is taken out of a workspace, or of all (`workspace` null). Under the lock of the person's row. */
  async leave(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
    for (const part of this.parts) await part(changes, personId, workspace);
  }
}
