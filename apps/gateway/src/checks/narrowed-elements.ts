import type { Narrowing } from '#identity/caller.js';
import { fieldInside, idInside, namedInWords } from '#identity/narrowing.js';
import type { ObjectCommand } from '#object-rules/command.js';
import type { ElementFault } from './element-fault.js';

/**
 * The part of an element that the token's narrowing excludes, by id and fields; undefined if there is none. Only the object service
 * knows the type of an object, so it checks types.
 */
export function outsideToken(narrowing: Narrowing, command: ObjectCommand): ElementFault | undefined {
  if (!idInside(narrowing, command.externalId)) {
    return {
      code: 'outside-token',
      detail:
        narrowing.idPrefix === undefined
          ? 'The token is limited to other ids.'
          : `The token is limited to ids that begin with ${JSON.stringify(narrowing.idPrefix)}.`,
      pointer: '/externalId',
    };
  }
  const values = 'fieldValues' in command ? command.fieldValues : undefined;
  const at = narrowing.fields === undefined || values === undefined ? -1 : values.findIndex(({ field }) => !fieldInside(narrowing, field));
  if (at === -1) return undefined;
  return {
    code: 'outside-token',
    detail: `The token is limited to the fields ${namedInWords(narrowing.fields!)}.`,
    pointer: `/fieldValues/${at}/field`,
  };
}
