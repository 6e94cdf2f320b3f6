import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../apps/gateway/src/routes/routes.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((file) => join('docs', String(file))),
].filter((file) => file.endsWith('.md'));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** The anchors of a page's headings, as GitHub makes them. */
const headingsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('names only existing commands', () => {
    const named = [...text.matchAll(/npm run (?:--silent |-s )?([a-z][\w:-]*)/g)].map((match) => match[1]!);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('links only to existing files', () => {
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map((match) => match[1]!);
    expect(linked.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it('links only to existing headings', () => {
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, file, heading]) => ({
      file: file!,
      heading: heading!,
    }));
    const isMissing = ({ file, heading }: { file: string; heading: string }): boolean =>
      !headingsOf(file === '' ? page : join(dirname(page), file)).includes(heading);
    expect(linked.filter(isMissing)).toEqual([]);
  });

  it('names only existing files of the repository', () => {
    const named = [...text.matchAll(/`((?:apps|libs|stack|test|bench|docs|deploy)\/[\w./-]+)`/g)].map((match) => match[1]!);
    const there = (path: string): boolean => existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`));
    expect(named.filter((path) => !there(path))).toEqual([]);
  });
});

it('docs/endpoints.md lists every public route', () => {
  const page = read('docs/endpoints.md').replaceAll(/[{}`]/g, '');
  expect(page).toContain('/operator/');
  const tails = ROUTES.filter(({ scope }) => scope !== 'operator')
    .map(({ path }) => path.replaceAll(':', '').replace('/docs/file', '/docs'))
    .map((path) => path.replace('/groups/groupID/externalObjects/externalId', 'externalId'));
  expect(tails.filter((tail) => !page.includes(tail))).toEqual([]);
});

it("the README's output names every process that npm start shows", () => {
  const shown = [...read('README.md').matchAll(/^ {2}✓ (\S+) +ready/gm)].map((match) => match[1]!);
  const services = readdirSync(join(root, 'apps')).filter((name) => name.endsWith('-service'));
  expect(shown.sort()).toEqual([...services, 'broker', 'database', 'gateway', 'topics'].sort());
});

it('docs/README.md lists every page', () => {
  const listed = [...read('docs/README.md').matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link!);
  const expected = readdirSync(join(root, 'docs')).filter((name) => name !== 'README.md' && name !== 'pictures');
  expect(listed.filter((link) => !link.startsWith('../')).sort()).toEqual(expected.sort());
});
