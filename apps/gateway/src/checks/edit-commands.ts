import { isDeepStrictEqual } from 'node:util';
import { HoldDto } from '#contracts/directory/dto/retention.dto.js';
import { compileDto, type DtoCheck } from '#contracts/dto/compiled-dto.js';
import { ObjectEditDto } from '#contracts/dto/object-edit.dto.js';
import type { ObjectCommand, ObjectEdit } from '#object-rules/command.js';
import { descriptiveSet } from '#object-rules/descriptive.js';
import type { ContentElement } from '#object-rules/object.js';
import { Problem } from '#problems/problem.js';
import { normaliseTime } from './element-check.js';
import { parseJsonBody } from './json-body.js';
import { explainNearMiss } from './near-miss.js';

/** The facts about a call on one object, except for its body. */
export interface EditOrder {
  externalId: string;
  ifRevision?: number;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}

/** A valid body of PATCH. */
export type Patch = Partial<Pick<ObjectEdit, 'locationUpdate' | 'fieldValues' | 'observedAt'>> & ObjectEdit['set'];

const OF_ELEMENTS = /^\/contentElements\/\d+\//;

/** Turns the body of PATCH into a command. */
export class EditCheck {
  private readonly check: DtoCheck = compileDto(ObjectEditDto);

  /**
   * Validates the body. Every edit sends back unchanged elements, too, and another version may have stored some that break the rules
   * of this one: elements that equal a stored one are accepted.
   * @param stored reads the stored elements of the object; only called if an element of the patch breaks a rule
   * @throws Problem 400, 422 with a pointer into the body
   */
  async read(body: Buffer, stored: () => Promise<readonly unknown[]>): Promise<Patch> {
    const patch = parseJsonBody(body);
    if (!isObject(patch)) throw invalid('', 'The body must be a JSON object: a merge patch (RFC 7396).');
    let fault = this.check(patch);
    if (fault !== undefined && OF_ELEMENTS.test(fault.pointer)) fault = this.check(withoutStored(patch as Patch, await stored()));
    if (fault !== undefined) throw invalid(fault.pointer, explainNearMiss(patch, fault));
    return patch;
  }

  /** @throws Problem 422 with a pointer into the body */
  edit(patch: Patch, order: EditOrder): ObjectCommand {
    const { locationUpdate, fieldValues, observedAt, ...rest } = patch;
    const set = descriptiveSet(rest);
    if (set === undefined && locationUpdate === undefined && (fieldValues === undefined || fieldValues.length === 0))
      throw invalid('', 'The patch is empty; send at least one property.', 'empty-update');
    const edit: ObjectEdit = {
      op: 'edit',
      externalId: order.externalId,
      set: set ?? {},
      locationUpdate,
      fieldValues,
      observedAt,
      ifRevision: order.ifRevision,
    };
    const late = normaliseTime(edit, order.receivedAt);
    if (late !== undefined) throw invalid(late.pointer, late.detail, late.code);
    return edit;
  }
}

/**
 * Replaces each element that equals a stored one by a valid placeholder, so that pointers into the patch and the number of
 * elements stay the same.
 */
const withoutStored = (patch: Patch, stored: readonly unknown[]): Patch => ({
  ...patch,
  contentElements: patch.contentElements!.map((element) => (stored.some((each) => isDeepStrictEqual(each, element)) ? STORED : element)),
});

const STORED: ContentElement = { id: 'stored', kind: 'link' };

/** Calls on an object other than edits. */
export type ObjectOrder = 'archive' | 'restore' | 'erase' | 'hold' | 'release' | 'release-id';

/** @throws Problem 400, 422 for a hold without a reason, or any other call with a body other than an empty object */
export function orderOf(op: ObjectOrder, body: Buffer, order: EditOrder): ObjectCommand {
  if (op === 'hold') return { op, externalId: order.externalId, reason: reasonOf(body), ifRevision: order.ifRevision };
  if (body.length > 0) {
    const value = parseJsonBody(body);
    if (!isObject(value) || Object.keys(value).length > 0) throw invalid('', `${op} accepts no body other than {}.`);
  }
  if (op === 'release-id') return { op, externalId: order.externalId };
  return { op, externalId: order.externalId, ifRevision: order.ifRevision };
}

const checkHold: DtoCheck = compileDto(HoldDto);

function reasonOf(body: Buffer): string {
  const hold = parseJsonBody(body);
  if (!isObject(hold)) throw invalid('', 'The body must be a JSON object with a reason.');
  const fault = checkHold(hold);
  if (fault !== undefined) throw invalid(fault.pointer, fault.detail);
  return (hold as HoldDto).reason;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(pointer: string, detail: string, code = 'invalid'): Problem {
  return new Problem('invalid', detail, { errors: [{ pointer, detail }], members: { code } });
}
