import type { RefusedElement } from '#contracts/command.js';
import { compileDto, type DtoCheck } from '#contracts/dto/compiled-dto.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import { parseTime } from '#contracts/dto/time-rule.js';
import type { Narrowing } from '#identity/caller.js';
import type { ExternalObjectUpdate, ObjectCommand } from '#object-rules/command.js';
import { ELEMENT_CODES } from '#object-rules/element-codes.js';
import type { ElementFault } from './element-fault.js';
import type { ElementWarning, FieldWatch } from './field-watch.js';
import { outsideToken } from './narrowed-elements.js';
import { explainNearMiss } from './near-miss.js';

const MAX_AHEAD_MS = 5 * 60 * 1000;

export interface CheckedElements {
  commands: [index: number, command: ObjectCommand][];
  refused: RefusedElement[];
  /** Warnings about accepted elements. */
  warnings?: ElementWarning[];
}

/** The facts about the sender that decide which elements are allowed. */
export interface CallOrigin {
  workspace: string;
  narrowing: Narrowing | undefined;
}

/** Splits the elements of a call into accepted and refused ones; times become UTC with milliseconds, in place. */
export class ElementCheck {
  private readonly check: DtoCheck = compileDto(ExternalObjectUpdateDto);

  constructor(private readonly fields: Pick<FieldWatch, 'judge'>) {}

  /** @param receivedAt milliseconds since the epoch */
  all(elements: readonly unknown[], receivedAt: number, { workspace, narrowing }: CallOrigin): CheckedElements {
    const commands: [number, ObjectCommand][] = [];
    const refused: RefusedElement[] = [];
    let warnings: ElementWarning[] | undefined;
    for (let index = 0; index < elements.length; index++) {
      const element = elements[index];
      let fault: ElementFault | undefined =
        this.faultOf(element, receivedAt) ?? (narrowing && outsideToken(narrowing, element as ExternalObjectUpdate));
      if (fault === undefined) {
        const { fieldValues } = element as ExternalObjectUpdate;
        const verdict = fieldValues && this.fields.judge(workspace, fieldValues, receivedAt);
        if (verdict !== undefined) {
          if ('refused' in verdict) fault = verdict.refused;
          else
            for (const warning of verdict.warnings) (warnings ??= []).push({ ...warning, index, pointer: `/${index}${warning.pointer}` });
        }
      }
      if (fault === undefined) commands.push([index, element as ExternalObjectUpdate]);
      else refused.push({ index, externalId: idOf(element), code: fault.code, detail: fault.detail, pointer: `/${index}${fault.pointer}` });
    }
    return { commands, refused, warnings };
  }

  private faultOf(element: unknown, receivedAt: number): ElementFault | undefined {
    const fault = this.check(element);
    if (fault !== undefined) return { code: 'invalid', detail: explainNearMiss(element, fault), pointer: fault.pointer };
    const update = element as ExternalObjectUpdate;
    if (update.locationUpdate === undefined && (update.fieldValues === undefined || update.fieldValues.length === 0))
      return { code: 'empty-update', detail: ELEMENT_CODES['empty-update'], pointer: '' };
    return normaliseTime(update, receivedAt);
  }
}

/** Converts `observedAt` to UTC with milliseconds, in place. Its format is already validated. */
export function normaliseTime(element: { observedAt?: string }, receivedAt: number): ElementFault | undefined {
  if (element.observedAt === undefined) return undefined;
  const time = parseTime(element.observedAt);
  if (time > receivedAt + MAX_AHEAD_MS)
    return { code: 'observed-in-future', detail: ELEMENT_CODES['observed-in-future'], pointer: '/observedAt' };
  element.observedAt = new Date(time).toISOString();
  return undefined;
}

const MAX_SHOWN_ID = 256;

/** The element's id, if it has one that an answer can contain. */
function idOf(element: unknown): string | null {
  const id = (element as { externalId?: unknown } | null)?.externalId;
  return typeof id === 'string' && id !== '' && id.isWellFormed() && id.length <= MAX_SHOWN_ID * 2 ? id : null;
}
