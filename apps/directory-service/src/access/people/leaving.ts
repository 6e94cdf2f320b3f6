import { Injectable } from '@nestjs/common';
import type { ChangeSet } from '../../publishing/change-set.js';

/** @param workspace null: all workspaces */
type Part = (changes: ChangeSet, personId: string, workspace: string | null) => Promise<void>;

/** Removes the data of people who leave. Modules that store data of people register a handler in `onModuleInit`. */
@Injectable()
export class Leaving {
  private readonly parts: Part[] = [];

  /** @param part deletes data, or removes the person's name from data that stays */
  add(part: Part): void {
    this.parts.push(part);
  }

  /** For a person who is removed from a workspace, or from all (`workspace` null). Call it with the person's row locked. */
  async leave(changes: ChangeSet, personId: string, workspace: string | null): Promise<void> {
    for (const part of this.parts) await part(changes, personId, workspace);
  }
}
