import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/configuration/configuration-error.js';
import { type ReadConfiguration, readConfiguration } from '../../src/configuration/read-configuration.js';
import type { Environment } from '../../src/configuration/secret-references.js';
import type { SourceKind } from '../../src/reading/source.js';

const folder = mkdtempSync(join(tmpdir(), 'waymark-agent-configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nothing = { example: '', check: () => Promise.resolve({ findings: [], samples: [] }), run: () => Promise.resolve() };
const KINDS: readonly SourceKind<never>[] = [
  {
    ...nothing,
    kind: 'hub',
    summary: 'A hub.',
    needsMap: () => false,
    options: {
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', format: 'http-url', description: 'Its address.' },
        everySeconds: { type: 'integer', minimum: 1, default: 30 },
        login: {
          oneOf: [
            { type: 'string', format: 'secret' },
            {
              type: 'object',
              required: ['id', 'secret'],
              properties: { id: { type: 'string' }, secret: { type: 'string', format: 'secret' } },
              additionalProperties: false,
            },
          ],
        },
        auth: {
          type: 'object',
          required: ['by'],
          oneOf: [
            { type: 'object', required: ['by'], properties: { by: { const: 'none' } }, additionalProperties: false },
            {
              type: 'object',
              required: ['by', 'password'],
              properties: { by: { const: 'password' }, password: { type: 'string', format: 'secret', minLength: 8 } },
              additionalProperties: false,
            },
          ],
        },
        headers: { type: 'object', additionalProperties: { type: 'string', format: 'secret' } },
      },
    },
  },
  {
    ...nothing,
    kind: 'lines',
    summary: 'Lines.',
    needsMap: () => true,
    options: { type: 'object', properties: { path: { type: 'string' } } },
  },
];

const GATEWAY = 'gateway: { url: "https://waymark.example/", workspace: harbour, token: "${env:TOKEN}" }\nqueue: { folder: queue }\n';
const HUB = 'sources:\n  - name: hub-1\n    kind: hub\n    url: https://hub.example\n';
const ENVIRONMENT = { TOKEN: 'tok', SECRET: 's3cret' };
const file = join(folder, 'agent.yaml');

function read(text: string, environment: Environment = ENVIRONMENT): ReadConfiguration {
  writeFileSync(file, text, { mode: 0o600 });
  return readConfiguration(file, environment, KINDS);
}

/** Each fault as the editor would show it, without the name of the file. */
function faults(text: string, environment?: Environment): string[] {
  try {
    read(text, environment);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim().replace(`${file}:`, '').replace(`${file} `, ''));
    throw error;
  }
  return [];
}

describe('a valid file', () => {
  it('gets its defaults, its folder next to the file, sizes as bytes and the options of each kind', () => {
    const { config, warnings } = read(GATEWAY.replace('folder: queue', 'folder: queue, maxBytes: 1.5GiB') + HUB);
    expect(config).toMatchObject({
      gateway: { url: 'https://waymark.example', workspace: 'harbour', maxElements: 1000 },
      queue: { folder: join(folder, 'queue'), maxBytes: 1_610_612_736, whenFull: 'wait', keepRefusedDays: 30 },
      status: { host: '127.0.0.1', port: 8095 },
      log: { level: 'info' },
      sources: [{ name: 'hub-1', kind: 'hub', namespace: 'hub-1', options: { url: 'https://hub.example', everySeconds: 30 } }],
    });
    expect(config.sources[0]!.options).toEqual({ url: 'https://hub.example', everySeconds: 30 });
    expect([config.gateway.token(), warnings]).toEqual(['tok', []]);
  });

  it('reads a token again from its file with every call', () => {
    const token = join(folder, 'token');
    writeFileSync(token, 'first\n', { mode: 0o600 });
    const { config, files } = read(GATEWAY.replace('${env:TOKEN}', `\${file:${token}}`) + HUB);
    expect(config.gateway.token()).toBe('first');
    writeFileSync(token, 'second\n');
    expect(config.gateway.token()).toBe('second');
    expect(files).toEqual([file, token]);
  });

  it('fills secrets into members that allow them, wherever they are', () => {
    const { config } = read(
      `${GATEWAY}${HUB}    login: { id: me, secret: "\${env:SECRET}" }\n    headers: { authorization: "Bearer \${env:SECRET}" }\n`,
    );
    expect(config.sources[0]!.options).toMatchObject({
      login: { id: 'me', secret: 's3cret' },
      headers: { authorization: 'Bearer s3cret' },
    });
  });

  it('warns of a secret in the file, and of files that others can read, and shows none', () => {
    const secret = join(folder, 'open');
    writeFileSync(secret, 'op3n');
    chmodSync(secret, 0o644);
    const { warnings } = read(`${GATEWAY}${HUB}    login: pl4in\n    headers: { a: "\${file:${secret}}" }\n`);
    expect(warnings).toEqual([
      expect.stringMatching(/agent\.yaml:7:12 sources\[0\]\.login is a secret that stands in the file itself/),
      expect.stringContaining(`chmod o-r ${secret}`),
    ]);
    expect(warnings.join()).not.toMatch(/pl4in|op3n/);
  });
});

describe('an invalid file', () => {
  it('reports all of its faults at once, each with line and column', () => {
    expect(
      faults(
        'gatway: {}\nqueue: { folder: q, whenFull: dorp-oldest }\nsources:\n  - name: a b\n    kind: hbu\n  - ' +
          'name: x\n    kind: hub\n    urll: http://x\n',
      ),
    ).toEqual([
      '1:1 gateway is missing. Where everything is sent.',
      '1:1 gatway is not known here: is gateway meant? Allowed: gateway, queue, status, log, versionCheck, sources.',
      '2:31 queue.whenFull must be one of wait, drop-oldest: is drop-oldest meant?',
      '4:11 sources[0].name is not of the form that it must have. Its name in logs, figures and commands, ' +
        'unique in this file: letters, digits, - and _.',
      '5:11 sources[0].kind must be one of hub, lines: is hub meant?',
      '6:5 sources[1].url is missing. Its address.',
      '8:5 sources[1].urll is not known here: is url meant? Allowed: name, kind, namespace, map, shape, ' +
        'fields, url, everySeconds, login, auth, headers.',
    ]);
  });

  it.each<[string, string, string]>([
    ['invalid YAML', 'a: [1, 2\nb: 3', '2:1 is no YAML here: '],
    ['a duplicate member', `${GATEWAY}queue: { folder: r }\n${HUB}`, '3:1 is no YAML here: Map keys must be unique'],
    ['nothing', '', 'must be a set of members.'],
    ['a list instead of a text', GATEWAY.replace('harbour', '[1]') + HUB, '1:56 gateway.workspace must be a text.'],
    [
      'an address with a password',
      GATEWAY.replace('https://', 'https://me:pw@') + HUB,
      '1:17 gateway.url must be an address that begins with http:// or https://',
    ],
    [
      'a queue that is too small',
      GATEWAY.replace('folder: queue', 'folder: queue, maxBytes: 1MB') + HUB,
      '2:35 queue.maxBytes must be at least 16MiB.',
    ],
    [
      'two sources with one name',
      `${GATEWAY}${HUB}${HUB.slice('sources:\n'.length)}`,
      '7:11 sources[1].name is the name of sources[0] too',
    ],
    ['a half position', `${GATEWAY}${HUB}    map: { lat: a }\n`, '7:10 sources[0].map.lon is missing, which lat needs.'],
    ['an invalid expression', `${GATEWAY}${HUB}    map: { title: "a & & b" }\n`, '7:19 sources[0].map.title is no JSONata: '],
    [
      'a field with an invalid expression',
      `${GATEWAY}${HUB}    map: { fields: { "my field": { type: Number, value: "(" } } }\n`,
      'sources[0].map.fields["my field"].value is no JSONata',
    ],
    [
      'a kind that needs a map, without one',
      `${GATEWAY}sources: [{ name: l, kind: lines }]\n`,
      'sources[0].map is missing: messages of the kind lines have no form of their own',
    ],
    [
      'a map that does not identify the thing',
      `${GATEWAY}sources: [{ name: l, kind: lines, map: { lat: a, lon: b } }]\n`,
      'sources[0].map.id is missing',
    ],
    ['an incomplete form', `${GATEWAY}${HUB}    auth: { by: password, pasword: x }\n`, '7:11 sources[0].auth.password is missing'],
    ['a form of an unknown kind', `${GATEWAY}${HUB}    auth: { by: magic }\n`, '7:17 sources[0].auth.by must be one of none, password.'],
    ['a misspelt kind of a form', `${GATEWAY}${HUB}    auth: { by: pasword }\n`, 'must be one of none, password: is password meant?'],
    ['a kind of a form that is no text', `${GATEWAY}${HUB}    auth: { by: 5 }\n`, '7:17 sources[0].auth.by must be one of none, password.'],
    ['a form without its kind', `${GATEWAY}${HUB}    auth: {}\n`, '7:11 sources[0].auth has none of the allowed forms: '],
    ['a value that has neither form', `${GATEWAY}${HUB}    login: 5\n`, '7:12 sources[0].login has none of the allowed forms: '],
    [
      'a reference where no secret belongs',
      `${GATEWAY.replace('folder: queue', 'folder: "${env:HOME}"')}${HUB}`,
      '2:18 queue.folder is no secret, and may be shown',
    ],
    [
      'an environment variable that is not set',
      GATEWAY.replace('env:TOKEN', 'env:NONE') + HUB,
      '1:72 gateway.token refers to the environment variable NONE, which is not set.',
    ],
    [
      'a missing file',
      GATEWAY.replace('env:TOKEN', 'file:/none/there') + HUB,
      'gateway.token refers to the file /none/there, which cannot be read: ENOENT.',
    ],
    [
      'a reference to something else',
      GATEWAY.replace('env:TOKEN', 'vault:TOKEN') + HUB,
      'gateway.token has a reference that is neither ${env:NAME} nor ${file:/path}.',
    ],
    [
      'a hundred million laughs',
      `a: &a [x]\n${Array.from({ length: 9 }, (_, at) => `${'bcdefghij'[at]}: &${'bcdefghij'[at]} [${Array(10).fill(`*${'abcdefghi'[at]}`).join(',')}]`).join('\n')}`,
      'is no YAML that can be read: ',
    ],
  ])('%s', (_what, text, fault) => {
    expect(faults(text).join('\n')).toContain(fault);
  });

  it('is reported for a value under any name, also one with a line break', () => {
    writeFileSync(
      file,
      `${GATEWAY}sources:\n  - { name: p, kind: http-poll, url: "https://a.example", everySeconds: 5, format: geojson, headers: { "a\\nb": [x] } }\n`,
    );
    expect(() => readConfiguration(file, ENVIRONMENT)).toThrow(/sources\[0\]\.headers\["a\\nb"\] must be a text\./);
  });

  it('is reported when it is unreadable', () => {
    expect(() => readConfiguration(join(folder, 'none.yaml'), {}, KINDS)).toThrow(/none\.yaml cannot be read: ENOENT/);
  });

  it('never repeats a secret', () => {
    expect(
      faults(
        `${GATEWAY.replace('"${env:TOKEN}"', '[s3cr3t]')}${HUB}    headers: { a: [s3cr3t] }\n    login: { id: 1, secret: [s3cr3t] }\n`,
      ).join(),
    ).not.toContain('s3cr3t');
  });
});

it('never throws anything else, for any file', () => {
  const whole = `${GATEWAY}${HUB}    map: { id: a, lat: b, lon: c }\n    shape: { seconds: 5, metres: 2 }\n`;
  for (let at = 0; at < whole.length; at += 3) {
    for (const spoiled of [
      whole.slice(0, at),
      whole.slice(0, at) + whole.slice(at + 1),
      `${whole.slice(0, at)}{${whole.slice(at)}`,
      `${whole.slice(0, at)}\n${whole.slice(at)}`,
    ]) {
      writeFileSync(file, spoiled);
      try {
        readConfiguration(file, ENVIRONMENT, KINDS);
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw new Error(`${JSON.stringify(spoiled)}: ${String(error)}`, { cause: error });
      }
    }
  }
  expect(readFileSync(file, 'utf8')).not.toBe('');
});
