import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { describe, expect, it } from 'vitest';
import { asyncApiDocument } from '#contracts/schemas/asyncapi.js';
import { asyncApiFile } from '#contracts/schemas/contract-files.js';

const root = new URL('../../../../', import.meta.url);

describe('the AsyncAPI document', () => {
  it('in docs is current (npm run docs:contracts writes it)', () => {
    const { path, content } = asyncApiFile();
    expect(readFileSync(new URL(path, root), 'utf8')).toBe(content);
  });

  const faults = async (document: unknown) =>
    (await new Parser().parse(JSON.stringify(document))).diagnostics.filter(({ severity }) => severity === 0);

  it('is accepted by the reference parser and names all messages', async () => {
    const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApiDocument('internal')));
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(
      document!
        .channels()
        .all()
        .map((channel) => channel.address())
        .sort(),
    ).toEqual([
      'access.events',
      'area.events',
      'area.state',
      'directory.state',
      'object.commands',
      'object.events',
      'object.outcomes',
      'object.state',
    ]);
    expect(
      document!
        .channels()
        .get('object-events')!
        .messages()
        .all()
        .map((message) => message.name()),
    ).toContain('waymark.object.created.v1');
  });

  it('for everyone is accepted too, and omits internal topics', async () => {
    const document = asyncApiDocument('public');
    expect(await faults(document)).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/internal|commands|outcomes/i);
  });

  it('would be refused when broken', async () => {
    const broken = structuredClone(asyncApiDocument('internal')) as { operations: Record<string, { action: string }> };
    broken.operations['publish-object-events']!.action = 'shout';
    expect(await faults(broken)).not.toEqual([]);
  });
});
