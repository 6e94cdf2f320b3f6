import { describe, expect, it } from 'vitest';
import { WORKSPACE_AUDIT_KINDS } from '#contracts/directory/audit-kinds.js';
import { actorOf, detailOf, sentenceOf } from '../../src/administration/audit/change-text.js';
import { english } from '../../src/words/english.js';
import { createFormat } from '../../src/words/format.js';
import { german } from '../../src/words/german.js';

const { administration } = english;
const { audit } = administration;
const format = createFormat('en-GB', 'metric', 'UTC');
const line = (more: object) => ({
  subject: 'person:1',
  name: 'Ada',
  action: 'token.create',
  target: 'token:1',
  targetName: 'crane-7',
  detail: null,
  ...more,
});

describe('a line of the trail', () => {
  it('names actor, action and target', () => {
    expect([line({}), line({ subject: 'installation', name: null }), line({ name: null })].map((each) => actorOf(each, audit))).toEqual([
      'Ada',
      'the operator of the installation',
      'someone outside the workspace',
    ]);
    expect(sentenceOf(line({}), audit)).toBe('created the token crane-7');
    expect(
      sentenceOf(line({ action: 'dashboard.remove', target: 'dashboard:1', targetName: null, detail: { name: 'Round' } }), audit),
    ).toBe('deleted the dashboard Round');
    expect(sentenceOf(line({ action: 'field.put', target: 'field:a:b', targetName: null }), audit)).toBe('defined the field a:b');
    expect(sentenceOf(line({ action: 'of.tomorrow', targetName: null }), audit)).toBe('of.tomorrow token:1');
  });

  it('describes the change in words, without repetitions', () => {
    expect(detailOf(line({ action: 'membership.put', detail: { role: 'admin', before: 'viewer' } }), english, format)).toBe(
      'Role: Viewer, now Admin',
    );
    expect(
      detailOf(
        line({
          detail: {
            name: 'crane-7',
            workspaces: ['a'],
            scopes: ['objects:read', 'feed:read'],
            narrowed: { types: ['crane'], idPrefix: null },
            expiresAt: '2027-01-01T00:00:00.000Z',
          },
        }),
        english,
        format,
      ),
    ).toBe('permissions: objects:read, feed:read; limited to: types: crane; expires: 1 Jan 2027, 00:00:00 UTC');
    expect(detailOf(line({ action: 'poll.create', detail: { anonymous: true, options: [] } }), english, format)).toBe('anonymous: yes');
  });

  it('has the words of the forms for values that are names of the interface', () => {
    const poll = line({
      action: 'poll.create',
      detail: { results: 'afterClose', audience: { kind: 'roles', roles: ['viewer', 'editor'] } },
    });
    const field = line({ action: 'field.put', detail: { type: 'Number', review: 'approved', onConflict: 'warn' } });
    expect(detailOf(poll, german, format)).toBe(
      'Ergebnisse: nach dem Schließen; gefragt: Art: Personen mit diesen Rollen, Rollen: Betrachter, Bearbeiter',
    );
    expect(detailOf(field, german, format)).toBe('Typ: Zahl; Prüfung: freigegeben; bei Konflikt: warnen');
  });

  it('has words for every kind', () => {
    const kinds = new Set(Object.keys(audit.actions).map((action) => action.split('.')[0]));
    expect([...kinds].sort()).toEqual([...WORKSPACE_AUDIT_KINDS].sort());
  });
});
