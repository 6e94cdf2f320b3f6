import { describe, expect, it } from 'vitest';
import { FieldDefinitionDto } from '#contracts/directory/dto/field-definition.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import { ObjectEditDto } from '#contracts/dto/object-edit.dto.js';

const ofUpdate = compileDto(ExternalObjectUpdateDto);
const ofEdit = compileDto(ObjectEditDto);
const ofDefinition = compileDto(FieldDefinitionDto);

type Row = [name: string, body: unknown, pointer: string, detail: string];

const place = (more: object = {}) => ({ newPosition: { lat: 1, lon: 2, ...more } });
const content = (...contentElements: unknown[]) => ({ contentElements });
const fields = (...fieldValues: unknown[]) => ({ fieldValues });
const field = (more: object) => fields({ type: 'Number', field: 'n', value: 1 }, { type: 'String', field: 'f', value: 'v', ...more });
const without = (name: string) =>
  fields(Object.fromEntries(Object.entries({ type: 'String', field: 'f', value: 'v' }).filter(([key]) => key !== name)));
const category = (value: unknown) => field({ type: 'Category', value });
const many = (count: number, make: (n: number) => unknown) => Array.from({ length: count }, (_, n) => make(n));
const UNCLEAN = 'must be well-formed Unicode without control characters';

/** Members that both elements and edits have. */
const PARTS: Row[] = [
  ['a locationUpdate of null', { locationUpdate: null }, '/locationUpdate', 'locationUpdate must be an object.'],
  ['a locationUpdate without newPosition', { locationUpdate: {} }, '/locationUpdate/newPosition', 'newPosition is missing.'],
  [
    'an unknown name in a locationUpdate',
    { locationUpdate: { ...place(), velocity: 1 } },
    '/locationUpdate/velocity',
    '"velocity" is not a property of this request.',
  ],
  [
    'a newPosition that is an array',
    { locationUpdate: { newPosition: [1, 2] } },
    '/locationUpdate/newPosition',
    'newPosition must be an object.',
  ],
  ['no lat', { locationUpdate: { newPosition: { lon: 1 } } }, '/locationUpdate/newPosition/lat', 'lat is missing.'],
  ['no lon', { locationUpdate: { newPosition: { lat: 1 } } }, '/locationUpdate/newPosition/lon', 'lon is missing.'],
  [
    'an unknown name in a position',
    { locationUpdate: place({ height: 1 }) },
    '/locationUpdate/newPosition/height',
    '"height" is not a property of this request.',
  ],
  ['a lat that is a text', { locationUpdate: place({ lat: '1' }) }, '/locationUpdate/newPosition/lat', 'lat must be a finite number.'],
  ['a lat of null', { locationUpdate: place({ lat: null }) }, '/locationUpdate/newPosition/lat', 'lat must be a finite number.'],
  ['a lat of 1e400', { locationUpdate: place({ lat: Infinity }) }, '/locationUpdate/newPosition/lat', 'lat must be a finite number.'],
  ['a lat too far north', { locationUpdate: place({ lat: 90.1 }) }, '/locationUpdate/newPosition/lat', 'lat must be at most 90.'],
  ['a lat too far south', { locationUpdate: place({ lat: -90.1 }) }, '/locationUpdate/newPosition/lat', 'lat must be at least -90.'],
  ['a lon that is a text', { locationUpdate: place({ lon: '2' }) }, '/locationUpdate/newPosition/lon', 'lon must be a finite number.'],
  ['a lon too far east', { locationUpdate: place({ lon: 180.1 }) }, '/locationUpdate/newPosition/lon', 'lon must be at most 180.'],
  ['a lon too far west', { locationUpdate: place({ lon: -180.1 }) }, '/locationUpdate/newPosition/lon', 'lon must be at least -180.'],
  ['an alt that is a text', { locationUpdate: place({ alt: 'high' }) }, '/locationUpdate/newPosition/alt', 'alt must be a finite number.'],
  ['an alt too high', { locationUpdate: place({ alt: 100_001 }) }, '/locationUpdate/newPosition/alt', 'alt must be at most 100000.'],
  ['an alt too low', { locationUpdate: place({ alt: -12_001 }) }, '/locationUpdate/newPosition/alt', 'alt must be at least -12000.'],
  [
    'an accuracy of null',
    { locationUpdate: { ...place(), accuracy: null } },
    '/locationUpdate/accuracy',
    'accuracy must be a finite number.',
  ],
  ['an accuracy below zero', { locationUpdate: { ...place(), accuracy: -1 } }, '/locationUpdate/accuracy', 'accuracy must be at least 0.'],
  ['an empty floor', { locationUpdate: { ...place(), floor: '' } }, '/locationUpdate/floor', 'floor must not be empty.'],
  ['a blank floor', { locationUpdate: { ...place(), floor: ' ' } }, '/locationUpdate/floor', 'not blank'],
  ['a floor with a control character', { locationUpdate: { ...place(), floor: 'a\u0000' } }, '/locationUpdate/floor', UNCLEAN],
  [
    'a floor of 257',
    { locationUpdate: { ...place(), floor: 'f'.repeat(257) } },
    '/locationUpdate/floor',
    'floor must have at most 256 characters.',
  ],
  [
    'a floor of true',
    { locationUpdate: { ...place(), floor: true } },
    '/locationUpdate/floor',
    'floor must be a string or a finite number.',
  ],
  [
    'a floor of null',
    { locationUpdate: { ...place(), floor: null } },
    '/locationUpdate/floor',
    'floor must be a string or a finite number.',
  ],
  [
    'a floor of 1e400',
    { locationUpdate: { ...place(), floor: Infinity } },
    '/locationUpdate/floor',
    'floor must be a string or a finite number.',
  ],
  ['fieldValues of null', { fieldValues: null }, '/fieldValues', 'fieldValues must be an array.'],
  [
    '65 fields',
    fields(...many(65, (n) => ({ type: 'Number', field: `f${n}`, value: n }))),
    '/fieldValues',
    'fieldValues must have at most 64 entries.',
  ],
  ['a field of null', fields(null), '/fieldValues/0', 'Entry 0 must be an object.'],
  [
    'the same field again',
    fields({ type: 'Number', field: 'n', value: 1 }, { type: 'String', field: 'f', value: '' }, { type: 'Number', field: 'n', value: 2 }),
    '/fieldValues/2/field',
    'field names a field that this element already contains',
  ],
  ['an unknown name in a field', field({ unit: 'm' }), '/fieldValues/1/unit', '"unit" is not a property of this request.'],
  ['a field without its type', without('type'), '/fieldValues/0/type', 'type is missing.'],
  ['a field without its name', without('field'), '/fieldValues/0/field', 'field is missing.'],
  ['a field without its value', without('value'), '/fieldValues/0/value', 'value is missing.'],
  ['an unknown type', field({ type: 'Boolean' }), '/fieldValues/1/type', 'type must be one of String, Number, Category.'],
  ['a field name that is a number', field({ field: 1 }), '/fieldValues/1/field', 'field must be a string.'],
  ['an empty field name', field({ field: '' }), '/fieldValues/1/field', 'field must not be empty.'],
  ['a blank field name', field({ field: '\u00a0' }), '/fieldValues/1/field', 'not blank'],
  ['a field name of 129', field({ field: 'f'.repeat(129) }), '/fieldValues/1/field', 'field must have at most 128 characters.'],
  ['a field name with a lone surrogate', field({ field: '\ud800' }), '/fieldValues/1/field', UNCLEAN],
  ['a field named __proto__', field({ field: '__proto__' }), '/fieldValues/1/field', 'field is a reserved name.'],
  [
    'a String that is a number',
    field({ value: 1 }),
    '/fieldValues/1/value',
    'value must be a string (or null, which clears the field), because type is String.',
  ],
  [
    'a String with a control character',
    field({ value: 'a\n\u001b' }),
    '/fieldValues/1/value',
    `${UNCLEAN} other than line breaks and tabs`,
  ],
  ['a String of 4,097', field({ value: 'v'.repeat(4097) }), '/fieldValues/1/value', 'of at most 4096 characters'],
  [
    'a Number that is a text',
    field({ type: 'Number', value: '1' }),
    '/fieldValues/1/value',
    'value must be a finite number (or null, which clears the field), because type is Number.',
  ],
  ['a Category that is a text', category('n/c'), '/fieldValues/1/value', 'value must be {"namespace": …, "categoryName": …} (or null'],
  ['a Category without its namespace', category({ categoryName: 'c' }), '/fieldValues/1/value/namespace', 'namespace is missing.'],
  ['a Category without its name', category({ namespace: 'n' }), '/fieldValues/1/value/categoryName', 'categoryName is missing.'],
  [
    'a Category whose name is blank',
    category({ namespace: 'n', categoryName: ' ' }),
    '/fieldValues/1/value/categoryName',
    'categoryName must be a string of 1 to 256 characters, not blank',
  ],
  [
    'a Category whose namespace is a number',
    category({ namespace: 1, categoryName: 'c' }),
    '/fieldValues/1/value/namespace',
    'namespace must be a string of 1 to 256 characters',
  ],
  [
    'a Category whose name is of 257',
    category({ namespace: 'n', categoryName: 'c'.repeat(257) }),
    '/fieldValues/1/value/categoryName',
    'categoryName must be a string of 1 to 256 characters',
  ],
  [
    'an unknown name in a Category',
    category({ namespace: 'n', categoryName: 'c', id: 1 }),
    '/fieldValues/1/value/id',
    '"id" is not a property of a category; a category has namespace and categoryName.',
  ],
  [
    'a name in a Category that a pointer escapes',
    category({ 'a/b~': 1 }),
    '/fieldValues/1/value/a~1b~0',
    '"a/b~" is not a property of a category',
  ],
  [
    'a name in a Category with controls',
    category({ '\u001b[1m': 1 }),
    '/fieldValues/1/value/\u001b[1m',
    '"\\u001b[1m" is not a property of a category',
  ],
  [
    'a name of 257 in a Category',
    category({ ['c'.repeat(257)]: 1 }),
    '/fieldValues/1/value',
    `"${'c'.repeat(64)}…" is not a property of a category`,
  ],
  ['an observedAt of null', { observedAt: null }, '/observedAt', 'observedAt must be a string.'],
  ['an observedAt before 1970', { observedAt: '1969-12-31T23:59:59Z' }, '/observedAt', 'observedAt must be an existing RFC 3339 time'],
  ['a day that does not exist', { observedAt: '2026-02-30T00:00:00Z' }, '/observedAt', 'observedAt must be an existing RFC 3339 time'],
];

const KINDS = 'kind must be one of link, map, poll, field, checklist, on-scan.';
const UNSAFE_LINKS = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  '/manual',
  '//example.org',
  'https://user:pw@example.org/',
  'https://',
  'mailto:',
  'example.org',
];

/** Descriptive values of an object; `clears` is the addition about null. */
const descriptive = (clears: string): Row[] => [
  ['a title that is a number', { title: 5 }, '/title', `title must be a string${clears}.`],
  ['a title of 257', { title: '🚚'.repeat(257) }, '/title', 'title must have at most 256 characters.'],
  ['a title with a control character', { title: 'a\u0007' }, '/title', `title ${UNCLEAN}.`],
  ['a type that is a list', { type: ['a'] }, '/type', `type must be a string${clears}.`],
  ['a type with a lone surrogate', { type: '\udc00' }, '/type', `type ${UNCLEAN}.`],
  ['a type of 257', { type: 't'.repeat(257) }, '/type', 'type must have at most 256 characters.'],
  ['an icon of true', { icon: true }, '/icon', `icon must be a string${clears}.`],
  ['an icon with a control character', { icon: '\u0085' }, '/icon', `icon ${UNCLEAN}.`],
  ['an icon of 257', { icon: 'i'.repeat(257) }, '/icon', 'icon must have at most 256 characters.'],
  ['a description that is an object', { description: {} }, '/description', `description must be a string${clears}.`],
  [
    'a description with a control character',
    { description: 'a\n\u0000' },
    '/description',
    `description ${UNCLEAN} other than line breaks and tabs.`,
  ],
  ['a description of 4,097', { description: 'd'.repeat(4097) }, '/description', 'description must have at most 4096 characters.'],
  ['contentElements that are an object', { contentElements: {} }, '/contentElements', `contentElements must be an array${clears}.`],
  [
    '65 content elements',
    content(...many(65, () => ({ id: 'a', kind: 'poll' }))),
    '/contentElements',
    'contentElements must have at most 64 entries.',
  ],
  ['a content element of null', content({ id: 'a', kind: 'poll' }, null), '/contentElements/1', 'Entry 1 must be an object.'],
  ['a content element without its kind', content({ id: 'a' }), '/contentElements/0/kind', 'kind is missing.'],
  ['a content element without its id', content({ kind: 'a' }), '/contentElements/0/id', 'id is missing.'],
  [
    'an unknown name in a content element',
    content({ id: 'a', kind: 'poll', 'x/y': 1 }),
    '/contentElements/0/x~1y',
    '"x/y" is not a property of this request.',
  ],
  ['a content element with an empty id', content({ id: '', kind: 'poll' }), '/contentElements/0/id', 'id must not be empty.'],
  ['a content element with an id that is a number', content({ id: 1, kind: 'poll' }), '/contentElements/0/id', 'id must be a string.'],
  ['a content element with a blank id', content({ id: ' ', kind: 'poll' }), '/contentElements/0/id', `id ${UNCLEAN}, and not blank.`],
  [
    'a content element with an id of 257',
    content({ id: 'i'.repeat(257), kind: 'poll' }),
    '/contentElements/0/id',
    'id must have at most 256 characters.',
  ],
  ['a content element with a kind that is a number', content({ id: 'a', kind: 1 }), '/contentElements/0/kind', 'kind must be a string.'],
  ['a content element with a kind that is empty', content({ id: 'a', kind: '' }), '/contentElements/0/kind', KINDS],
  ['a content element with a kind that is unknown', content({ id: 'a', kind: 'nonsense' }), '/contentElements/0/kind', KINDS],
  ['a label of null', content({ id: 'a', kind: 'poll', label: null }), '/contentElements/0/label', 'label must be a string.'],
  [
    'a label of 257',
    content({ id: 'a', kind: 'poll', label: 'l'.repeat(257) }),
    '/contentElements/0/label',
    'label must have at most 256 characters.',
  ],
  [
    'a label with a control character',
    content({ id: 'a', kind: 'poll', label: '\u007f' }),
    '/contentElements/0/label',
    `label ${UNCLEAN}.`,
  ],
  ['a target that is a number', content({ id: 'a', kind: 'poll', target: 1 }), '/contentElements/0/target', 'target must be a string.'],
  [
    'a target with a control character',
    content({ id: 'a', kind: 'poll', target: '\u0000' }),
    '/contentElements/0/target',
    `target ${UNCLEAN}.`,
  ],
  [
    'a target of 2,049',
    content({ id: 'a', kind: 'poll', target: 't'.repeat(2049) }),
    '/contentElements/0/target',
    'target must have at most 2048 characters.',
  ],
  ...UNSAFE_LINKS.map((target): Row => [
    `a link to ${JSON.stringify(target)}`,
    content({ id: 'a', kind: 'link', target }),
    '/contentElements/0/target',
    'target must be an absolute http, https, mailto or tel URL',
  ]),
];

const element = (more: object) => ({ externalId: 'a', ...more });
const initial = (more: object) => element({ initialExternalObject: more });

const ELEMENTS: Row[] = [
  ['null', null, '', 'The element must be an object.'],
  ['an array', [], '', 'The element must be an object.'],
  ['a text', 'a', '', 'The element must be an object.'],
  ['no id', {}, '/externalId', 'externalId is missing.'],
  ['an id that is a number', element({ externalId: 7 }), '/externalId', 'externalId must be a string.'],
  ['an empty id', element({ externalId: '' }), '/externalId', 'externalId must not be empty.'],
  ['a blank id', element({ externalId: ' ' }), '/externalId', `externalId ${UNCLEAN}, and not blank.`],
  ['an id of one dot', element({ externalId: '.' }), '/externalId', 'externalId must not be "." or ".."'],
  ['an id of two dots', element({ externalId: '..' }), '/externalId', 'externalId must not be "." or ".."'],
  ['an id that nobody can see', element({ externalId: '\u200b \u2060' }), '/externalId', 'externalId must have a visible character.'],
  ['an id of 257', element({ externalId: 'x'.repeat(257) }), '/externalId', 'externalId must have at most 256 characters.'],
  ['an unknown name', element({ locationUpdates: {} }), '/locationUpdates', '"locationUpdates" is not a property of this request.'],
  ['an empty name', element({ '': 1 }), '/', '"" is not a property of this request.'],
  ['a name that a pointer escapes', element({ '~/': 1 }), '/~0~1', '"~/" is not a property of this request.'],
  ['a name of 65', element({ ['n'.repeat(65)]: 1 }), `/${'n'.repeat(65)}`, `"${'n'.repeat(64)}…" is not a property of this request.`],
  ['a name of 256', element({ ['n'.repeat(256)]: 1 }), `/${'n'.repeat(256)}`, `"${'n'.repeat(64)}…" is not`],
  ['a name of 257', element({ ['n'.repeat(257)]: 1 }), '', `"${'n'.repeat(64)}…" is not`],
  ['a name with a lone surrogate', element({ 'a\ud800': 1 }), '', '"a\ufffd" is not a property of this request.'],
  ['a name cut between surrogates', element({ [`${'n'.repeat(63)}🚚`]: 1 }), `/${'n'.repeat(63)}🚚`, `"${'n'.repeat(63)}\ufffd…" is not`],
  [
    'initialExternalObject of null',
    element({ initialExternalObject: null }),
    '/initialExternalObject',
    'initialExternalObject must be an object.',
  ],
  [
    'an unknown name in initialExternalObject',
    initial({ titel: 'x' }),
    '/initialExternalObject/titel',
    '"titel" is not a property of this request.',
  ],
  ['a title of null, where nothing is to be cleared', initial({ title: null }), '/initialExternalObject/title', 'title must be a string.'],
  ...PARTS.map(([name, body, pointer, detail]): Row => [name, element(body as object), pointer, detail]),
  ...descriptive('').map(([name, body, pointer, detail]): Row => [
    `initially ${name}`,
    initial(body as object),
    `/initialExternalObject${pointer}`,
    detail,
  ]),
];

const EDITS: Row[] = [
  ['an unknown name', { titel: 'x' }, '/titel', '"titel" is not a property of this request.'],
  [
    'a position as reads have it',
    { position: { lat: 1, lon: 2 } },
    '/position',
    'send a position as "locationUpdate": {"newPosition": {"lat": …, "lon": …}}',
  ],
  ['fields as reads have them', { fields: {} }, '/fields', 'send fields as "fieldValues"'],
  ['an id', { externalId: 'a' }, '/externalId', '"externalId" is not a property of this request.'],
  ['a name of 257', { title: 't', ['n'.repeat(257)]: 1 }, '', `"${'n'.repeat(64)}…" is not`],
  ...PARTS,
  ...descriptive(' (or null, which clears it)'),
  [
    'a picture that is no hash',
    { picture: 'A'.repeat(64) },
    '/picture',
    'picture must be the SHA-256 of a picture of this object: 64 lower-case hexadecimal digits.',
  ],
  ['a picture that is a number', { picture: 7 }, '/picture', 'picture must be a string (or null, which clears it).'],
];

describe('the fault that is reported for an element', () => {
  it.each(ELEMENTS)('with %s', (_name, body, pointer, detail) => {
    expect(ofUpdate(body)).toEqual({ pointer, detail: expect.stringContaining(detail) });
  });
});

describe('the fault that is reported for an edit', () => {
  it.each(EDITS)('with %s', (_name, body, pointer, detail) => {
    expect(ofEdit(body)).toEqual({ pointer, detail: expect.stringContaining(detail) });
  });

  it('is not a fault if null clears the value', () => {
    expect(ofEdit({ title: null, type: null, icon: null, description: null, contentElements: null, picture: null })).toBeUndefined();
  });
});

describe('no fault is reported', () => {
  it.each([
    'https://example.org/manual?a=b#c',
    'HTTP://example.org',
    ' https://example.org ',
    'mailto:yard@example.org',
    'tel:+4915112345',
    '',
    undefined,
  ])('of a link to %j', (target) => {
    expect(ofEdit(content({ id: 'a', kind: 'link', ...(target !== undefined && { target }) }))).toBeUndefined();
  });

  it('of the target of another kind', () => {
    expect(
      ofEdit(content({ id: 'a', kind: 'field', target: 'note=javascript:alert(1)' }, { id: 'b', kind: 'on-scan', target: 'a' })),
    ).toBeUndefined();
  });

  it('of line breaks and tabs in a description and in a String', () => {
    expect(ofEdit({ description: '- a\r\n\t- b\n', ...field({ value: '\n\tline\r\n' }) })).toBeUndefined();
  });

  it.each(['...', '.a', ' a ', 'a\u200bb', '../x'])('of the id %j', (externalId) => {
    expect(ofUpdate({ externalId })).toBeUndefined();
  });
});

it('reports a repeated entry', () => {
  expect(ofDefinition({ type: 'String', objectTypes: ['crane', 'crane'] })).toEqual({
    pointer: '/objectTypes',
    detail: 'objectTypes must not contain duplicates.',
  });
});
