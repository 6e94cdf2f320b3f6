import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { FieldValue } from '#object-rules/command.js';
import { fieldConflict } from './field-conflict.js';
import type { FieldSightings } from './field-sightings.js';

/** How a value breaks its field's definition. */
export interface FieldFault {
  code: 'field-conflict';
  detail: string;
  /** JSON pointer into the element. */
  pointer: string;
}

/** For a value that breaks its field's definition and was accepted, because the definition only requests a warning. */
export interface ElementWarning extends FieldFault {
  index: number;
}

export type FieldVerdict = { refused: FieldFault } | { warnings: FieldFault[] };

/** Checks values against the workspace's definitions, and remembers undefined fields. */
export class FieldWatch {
  constructor(
    private readonly directory: Pick<DirectoryCopy, 'fieldsOf'>,
    private readonly sightings: FieldSightings,
  ) {}

  /**
   * Only approved definitions are applied. The object types of a definition are not checked, since the gateway does not know the
   * type of an object.
   * @param receivedAt milliseconds since the epoch
   * @returns undefined when there is nothing to report
   */
  judge(workspace: string, values: readonly FieldValue[], receivedAt: number): FieldVerdict | undefined {
    const definitions = this.directory.fieldsOf(workspace);
    let warnings: FieldFault[] | undefined;
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!;
      if (value.value === null) continue;
      const definition = definitions?.get(value.field);
      if (definition === undefined || definition.review === 'proposed') {
        this.sightings.see(workspace, value, receivedAt, false);
        continue;
      }
      const conflict = definition.review === 'ignored' ? undefined : fieldConflict(definition, value);
      if (conflict === undefined) continue;
      this.sightings.see(workspace, value, receivedAt, true);
      const fault: FieldFault = { code: 'field-conflict', detail: conflict.detail, pointer: `/fieldValues/${at}/${conflict.member}` };
      if (definition!.onConflict === 'reject') return { refused: fault };
      (warnings ??= []).push(fault);
    }
    return warnings && { warnings };
  }
}
