import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

describe.each(globSync('.github/workflows/*.yml', { cwd: repositoryRoot }))('%s', (file) => {
  it('pins every action by commit, with its version in a comment', () => {
    const used = [...read(file).matchAll(/uses: (.*)/g)].map(([, action]) => action!);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it('has only the permissions that a job asks for', () => {
    expect(read(file)).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
  });
});

it('CI runs every project of the tests', () => {
  const projects = [...read('vitest.config.ts').matchAll(/^ +(?:test: \{ )?name: '(\w+)'/gm)].map(([, name]) => name!);
  expect(projects.length).toBeGreaterThan(4);
  expect(projects.filter((name) => !read('.github/workflows/ci.yml').includes(`--project ${name}`))).toEqual([]);
});

it('.nvmrc names the Node.js that the package node installs', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } };
  expect(read('.nvmrc').trim()).toBe(dependencies.node);
});

it('package-lock.json names no registry', () => {
  expect([...read('package-lock.json').matchAll(/"resolved": "https?:\/\/[^"]*/g)].map(([line]) => line)).toEqual([]);
});
