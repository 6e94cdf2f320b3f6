import { expect, it } from 'vitest';
import { richText } from '../../src/objects/rich-text-parts.js';

const partsOf = (text: string): unknown => (richText(text)[0] as { parts: unknown }).parts;

it('makes addresses links, without the end of the sentence', () => {
  expect(partsOf('See https://example.org/a?b=1. Or [the manual](https://example.org/m)!')).toEqual([
    { is: 'text', text: 'See ' },
    { is: 'link', text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
    { is: 'text', text: '. Or ' },
    { is: 'link', text: 'the manual', href: 'https://example.org/m' },
    { is: 'text', text: '!' },
  ]);
});

it('knows bold, italic, lists and paragraphs', () => {
  expect(partsOf('**Mind** the *gap*, 2 * 3 * 4')).toEqual([
    { is: 'bold', text: 'Mind' },
    { is: 'text', text: ' the ' },
    { is: 'italic', text: 'gap' },
    { is: 'text', text: ', 2 * 3 * 4' },
  ]);
  expect(richText('Before\n\n- one\n- two\nafter').map((block) => (block.is === 'list' ? block.items.length : block.is))).toEqual([
    'paragraph',
    2,
    'paragraph',
  ]);
});

it('leaves HTML and links that the app opens nowhere as the text that they are', () => {
  for (const text of [
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '[click](javascript:void)',
    '[x](//evil.example)',
    '[x](https://user:pw@evil.example)',
  ])
    expect(partsOf(text)).toEqual([{ is: 'text', text }]);
});

it('reads the longest description at once', () => {
  const startedAt = performance.now();
  for (const text of ['*'.repeat(4000), '[a]('.repeat(1000), 'https://'.repeat(500), '**a '.repeat(1000)]) richText(text);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
