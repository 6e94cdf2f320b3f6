import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const BUILT = new URL('../../../../dist/app/', import.meta.url);
const assets = readdirSync(new URL('assets/', BUILT));
const zipped = (name: string): number => gzipSync(readFileSync(new URL(`assets/${name}`, BUILT))).length;
const named = (pattern: RegExp): string[] => assets.filter((name) => pattern.test(name));

/** Files that a script imports statically, including itself. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = readFileSync(new URL(`assets/${name}`, BUILT), 'utf8');
  for (const [, imported] of code.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) withImports(imported!, seen);
  return seen;
}

describe('the size of the built app, gzip', () => {
  const page = readFileSync(new URL('index.html', BUILT), 'utf8');
  const [, entry] = /<script[^>]+src="\/app\/assets\/([^"]+)"/.exec(page)!;

  it('is at most 60 kB of script for the shell in one language', () => {
    const [words] = named(/^english-.*\.js$/);
    const bytes = [...new Set([...withImports(entry!), ...withImports(words!)])].reduce((sum, name) => sum + zipped(name), 0);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  it('is at most 480 kB for the drawn map and its worker, which the shell does not wait for', () => {
    const parts = named(/^(map-scene|maplibre-gl).*\.m?js$/);
    expect(parts.length).toBeGreaterThanOrEqual(2);
    expect(parts.reduce((sum, name) => sum + zipped(name), 0)).toBeLessThanOrEqual(480_000);
    expect([...withImports(entry!)].filter((name) => parts.includes(name))).toEqual([]);
  });

  it('has nothing inline that the policy would refuse', () => {
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/);
    expect(named(/\.map$/)).toEqual([]);
  });
});
