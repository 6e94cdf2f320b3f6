/** Why an element was rejected: the closed list (specification 7; design 2). */
export const ELEMENT_CODES = {
  'empty-update': 'Neither locationUpdate nor fieldValues is present.',
  'first-update-needs-location': 'The object does not exist yet, and its first update must contain a locationUpdate.',
  'belongs-to-another-workspace': 'The object belongs to another workspace; the caller has no right to update it.',
  invalid: 'A value is missing, unknown or outside its bounds; the pointer names it.',
  'observed-in-future': 'observedAt is more than 5 minutes in the future.',
  'unknown-object': 'No object with this externalId exists in the workspace.',
  'revision-conflict': 'The object has another revision than the one named in If-Match.',
  'too-many-fields': 'The object would hold more fields than one object may have.',
  'outside-token': 'The object, its type or a field is outside of what the token is narrowed to; the detail says which.',
  'field-conflict': 'A value breaks the definition of its field in the workspace.',
  'legal-hold': 'A legal hold forbids that anything of the object is erased.',
  'too-many-objects': 'The workspace has as many objects as its plan allows; no more are created. Objects that exist are updated.',
  'too-many-new-objects':
    'The workspace has created as many objects today (UTC) as its plan allows; more can be created ' +
    'tomorrow. Objects that exist are updated.',
  'id-in-use': 'The object is not erased; an id can be released once nothing else is held of it.',
  'workspace-moved': 'The workspace was moved to another installation before this was decided; send it again.',
  'object-too-large': "The names and texts of the object's fields would be longer than one object may hold.",
} as const;

export type ElementCode = keyof typeof ELEMENT_CODES;

/** Which limit of the plan has no place for another object. */
export type PlaceCode = Extract<ElementCode, 'too-many-objects' | 'too-many-new-objects'>;
