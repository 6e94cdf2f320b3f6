import { at, element, elementText, type InputCase, VALID } from '../input-case.js';

const idText = (id: string) => `{"externalId":"${id}","locationUpdate":{"newPosition":{"lat":1,"lon":2}}}`;
const stored = { stores: true } as const;

/** Characters that break stores, logs and screens. */
export const UNICODE: InputCase[] = [
  elementText('a lone high surrogate in the id', 422, idText('a\\ud800'), { pointer: '/0/externalId' }),
  elementText('a lone low surrogate in the id', 422, idText('\\udc00a'), { pointer: '/0/externalId' }),
  elementText('surrogates the wrong way round', 422, idText('\\udc00\\ud800'), { pointer: '/0/externalId' }),
  elementText('NUL in the id', 422, idText('a\\u0000b'), { pointer: '/0/externalId' }),
  elementText('escape in the id', 422, idText('a\\u001b[31m'), { pointer: '/0/externalId' }),
  elementText('delete character in the id', 422, idText('a\\u007f'), { pointer: '/0/externalId' }),
  elementText('a C1 control in the id', 422, idText('a\\u0085'), { pointer: '/0/externalId' }),
  elementText('new line in the id', 422, idText('a\\nb'), { pointer: '/0/externalId' }),
  elementText(
    'NUL in a field name',
    422,
    '{"externalId":"a","locationUpdate":{"newPosition":{"lat":1,"lon":2}},"fieldValues":[{"type":"String","field":"f\\u0000","value":"v"}]}',
    { pointer: '/0/fieldValues/0/field' },
  ),
  elementText(
    'NUL in a field value',
    422,
    '{"externalId":"a","locationUpdate":{"newPosition":{"lat":1,"lon":2}},"fieldValues":[{"type":"String","field":"f","value":"\\u0000"}]}',
    { pointer: '/0/fieldValues/0/value' },
  ),
  elementText(
    'lone surrogate in a field value',
    422,
    '{"externalId":"a","locationUpdate":{"newPosition":{"lat":1,"lon":2}},"fieldValues":[{"type":"String","field":"f","value":"\\udfff"}]}',
    { pointer: '/0/fieldValues/0/value' },
  ),
  elementText(
    'NUL in a title',
    422,
    '{"externalId":"a","locationUpdate":{"newPosition":{"lat":1,"lon":2}},"initialExternalObject":{"title":"\\u0000"}}',
    { pointer: '/0/initialExternalObject/title' },
  ),
  elementText(
    'lone surrogate in a category',
    422,
    '{"externalId":"a","locationUpdate":{"newPosition":{"lat":1,"lon":2}},"fieldValues":[{"type":"Category","field":"f","value":{"namespace":"\\ud83d","categoryName":"c"}}]}',
    { pointer: '/0/fieldValues/0/value/namespace' },
  ),
  element('an id of two dots', 422, { ...VALID, externalId: '..' }, { pointer: '/0/externalId' }),
  element('an id that nobody can see', 422, { ...VALID, externalId: '\u200b' }, { pointer: '/0/externalId' }),
  element(
    'line breaks and tabs in a String and a description',
    200,
    {
      externalId: 'input-lines',
      locationUpdate: at(),
      fieldValues: [{ type: 'String', field: 'note', value: 'a\n\tb\r\nc' }],
      initialExternalObject: { description: '- a\n- b' },
    },
    stored,
  ),
  element(
    'a link that runs a script',
    422,
    { ...VALID, initialExternalObject: { contentElements: [{ id: 'a', kind: 'link', target: 'javascript:alert(1)' }] } },
    { pointer: '/0/initialExternalObject/contentElements/0/target' },
  ),
  element('id of 257 characters', 422, { ...VALID, externalId: 'x'.repeat(257) }, { pointer: '/0/externalId' }),
  element('id of 256 characters', 200, { ...VALID, externalId: 'y'.repeat(256) }, stored),
  element('id in NFC', 200, { ...VALID, externalId: 'input-\u00e9' }, stored),
  element('id in NFD', 200, { ...VALID, externalId: 'input-e\u0301' }, stored),
  element('Turkish capital I', 200, { ...VALID, externalId: 'input-İ' }, stored),
  element('an emoji of several code points', 200, { ...VALID, externalId: 'input-👩‍👩‍👧' }, stored),
  element('a bidi override is kept', 200, { externalId: 'input-\u202egnp', locationUpdate: at() }, stored),
  element('an id like an object’s inheritance', 200, { ...VALID, externalId: '__proto__' }, stored),
  element('an id like SQL', 200, { ...VALID, externalId: "input';DROP TABLE objects;--" }, stored),
  element('an id like COPY text', 200, { ...VALID, externalId: 'input\\N\\.' }, stored),
  element('an id like a path', 200, { ...VALID, externalId: '../../etc/passwd' }, stored),
  element('an id like HTML', 200, { ...VALID, externalId: 'input<img src=x onerror=alert(1)>' }, stored),
  element(
    'a field named __proto__',
    422,
    { externalId: 'input-proto', locationUpdate: at(), fieldValues: [{ type: 'Number', field: '__proto__', value: 1 }] },
    { pointer: '/0/fieldValues/0/field' },
  ),
  element(
    'a field named constructor',
    [200, 422],
    { externalId: 'input-proto', locationUpdate: at(), fieldValues: [{ type: 'Number', field: 'constructor', value: 1 }] },
    stored,
  ),
];
