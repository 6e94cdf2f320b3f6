import type { ObjectEvent } from '../folding/object-event.js';
import type { Numbered, NumberedNames } from './numbered-names.js';

/** A Number field whose values are summed. */
export interface SummedField {
  number: number;
  /** Whether its values are stored by cell, for heatmaps. */
  isMapped: boolean;
}

/** The fields of a unit's events, by workspace and name, without a combined key for each value. */
export class FieldNumbers {
  private readonly workspaces = new Map<string, Map<string, SummedField | undefined>>();

  constructor(
    private readonly names: NumberedNames<Numbered>,
    private readonly isMapped: (workspace: string, field: string) => boolean,
  ) {}

  /** Looks up all Number fields of these events. */
  async know(events: readonly ObjectEvent[]): Promise<void> {
    const wanted: Numbered[] = [];
    for (const { workspace, fields } of events) {
      if (fields === undefined) continue;
      let known = this.workspaces.get(workspace);
      if (known === undefined) this.workspaces.set(workspace, (known = new Map()));
      for (const name in fields) {
        if (known.has(name) || fields[name]!.type !== 'Number') continue;
        known.set(name, undefined);
        wanted.push({ workspace, name });
      }
    }
    await this.names.know(wanted);
    for (const { workspace, name } of wanted) {
      const number = this.names.of({ workspace, name });
      if (number !== undefined) this.workspaces.get(workspace)!.set(name, { number, isMapped: this.isMapped(workspace, name) });
    }
  }

  /** The fields of a workspace by name. Fields beyond the workspace's limit are missing. */
  of(workspace: string): ReadonlyMap<string, SummedField | undefined> | undefined {
    return this.workspaces.get(workspace);
  }
}
