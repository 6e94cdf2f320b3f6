/** Why an element was rejected: the closed list. */
export const ELEMENT_CODES = {
  'empty-update': 'The element has neither locationUpdate nor fieldValues; send at least one of them.',
  'first-update-needs-location': 'The object does not exist yet; its first update must contain a locationUpdate.',
  'belongs-to-another-workspace': 'The object belongs to another workspace; the caller may not update it.',
  invalid: 'A value is missing, unknown or out of bounds; the pointer shows which.',
  'observed-in-future': 'observedAt is more than 5 minutes in the future.',
  'unknown-object': 'No object with this externalId exists in the workspace.',
  'revision-conflict': 'The revision of the object is not the one in If-Match; read the object again.',
  'too-many-fields': 'The object would have more fields than allowed.',
  'outside-token': 'The object, its type or a field is outside the limits of the token; the detail shows which.',
  'field-conflict': 'A value does not match the definition of its field in the workspace.',
  'legal-hold': 'The object is under a legal hold and cannot be erased.',
  'too-many-objects': 'The workspace has as many objects as its plan allows, so no more can be created. Existing objects can be updated.',
  'too-many-new-objects':
    'The workspace has created as many objects today (UTC) as its plan allows; more can be created ' +
    'tomorrow. Existing objects can be updated.',
  'id-in-use': 'The object is not erased; an id can be released only after all other data of its object was erased.',
  'workspace-moved': 'The workspace was moved to another installation before this change was applied; send it again.',
  'object-too-large': "The names and texts of the object's fields would together be longer than allowed.",
} as const;

export type ElementCode = keyof typeof ELEMENT_CODES;

/** The limit of the plan that does not allow another object. */
export type PlaceCode = Extract<ElementCode, 'too-many-objects' | 'too-many-new-objects'>;
