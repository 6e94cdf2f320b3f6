import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensurePrerequisites, javaMajor } from '#stack/setup/prerequisites.js';

it.each([
  ['openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment', 17],
  ['openjdk version "21" 2023-09-19', 21],
  ['java version "1.8.0_402"', 8],
  ['Picked up _JAVA_OPTIONS: -Xmx1g\nopenjdk version "25.0.1" 2026-01-20', 25],
  ['', 0],
  ['bash: java: command not found', 0],
])('reads the version in %j', (output, major) => expect(javaMajor(output)).toBe(major));

const JAVA_21 = `echo 'openjdk version "21.0.5" 2024-10-15' >&2`;
const JAVA_8 = `echo 'openjdk version "1.8.0_402"' >&2`;
/** Maven is a script that needs Java even for printing its version. */
const MAVEN =
  `command -v java >/dev/null || { echo 'The JAVA_HOME environment variable is not defined correctly' ` +
  `>&2; exit 1; }; echo 'Apache Maven 3.9.9'`;
const APT_JAVA = '(sudo apt-get install -y openjdk-17-jre-headless || sudo apt-get install -y default-jre-headless)';

describe('the prerequisites of the embedded broker', () => {
  /** The only folder on the PATH, so that no program of the machine is found and nothing is really installed. */
  let folder: string;
  let installed: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-path-'));
    installed = [];
    vi.stubEnv('PATH', folder);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  function program(name: string, script: string): void {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }

  /** Records its arguments; it knows these packages, and refuses others like apt-get. */
  function fakeAptGet(packages: Record<string, [name: string, script: string]>): void {
    const cases = Object.entries(packages).map(([name, [made, script]]) => {
      program(`.${made}`, script);
      return `*${name}) /bin/mv "${folder}/.${made}" "${folder}/${made}";;`;
    });
    program(
      'apt-get',
      `echo "$* $DEBIAN_FRONTEND" >>"${folder}/calls"\ncase "$*" in update*) ;; ${cases.join(' ')} *) echo "E: Unable to locate package" >&2; exit 100;; esac`,
    );
  }
  const aptGetCalls = (): string[] =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') : [];

  const user = (id: number) => vi.spyOn(process, 'getuid').mockReturnValue(id);
  const ensure = (needsMaven = true) => ensurePrerequisites({ needsMaven, onInstall: (what) => installed.push(what) });

  it('asks for nothing when it is there', async () => {
    user(0);
    fakeAptGet({});
    program('java', JAVA_21);
    program('mvn', MAVEN);
    await ensure();
    expect([installed, aptGetCalls()]).toEqual([[], []]);
  });

  describe('to a user who may not install', () => {
    beforeEach(() => {
      user(1000);
      fakeAptGet({});
    });
    afterEach(() => expect([installed, aptGetCalls()]).toEqual([[], []]));

    it('names both when both are missing, with the command', async () => {
      await expect(ensure()).rejects.toThrow(
        `Java 17 or newer and Maven missing. Install with: sudo apt-get update && ${APT_JAVA} && sudo apt-get install -y maven`,
      );
    });

    it('names only Java when Maven is there, which does not start without Java', async () => {
      program('mvn', MAVEN);
      await expect(ensure()).rejects.toThrow(new Error(`Java 17 or newer missing. Install with: sudo apt-get update && ${APT_JAVA}`));
    });

    it('names only Java when Maven is not needed', async () => {
      await expect(ensure(false)).rejects.toThrow(new Error(`Java 17 or newer missing. Install with: sudo apt-get update && ${APT_JAVA}`));
    });

    it('names only Maven when Java is there', async () => {
      program('java', JAVA_21);
      await expect(ensure()).rejects.toThrow(
        new Error('Maven missing. Install with: sudo apt-get update && sudo apt-get install -y maven'),
      );
    });

    it('takes a Java that is too old for none', async () => {
      program('java', JAVA_8);
      program('mvn', MAVEN);
      await expect(ensure()).rejects.toThrow(/^Java 17 or newer missing\. /);
    });
  });

  it('is not installed, even by root, without apt-get: the shown command is that of the system', async () => {
    user(0);
    program('dnf', 'echo "nobody asked for this" >&2; exit 1');
    await expect(ensure()).rejects.toThrow(
      new Error('Java 17 or newer and Maven missing. Install with: sudo dnf install -y java-21-openjdk-headless maven'),
    );
    expect(installed).toEqual([]);
  });

  it('is installed by root on Debian, with the next package where a release does not have the first', async () => {
    user(0);
    fakeAptGet({ 'default-jre-headless': ['java', JAVA_21], maven: ['mvn', MAVEN] });
    await ensure();
    expect(installed).toEqual(['Java 17 or newer and Maven']);
    expect(aptGetCalls()).toEqual([
      'update -q noninteractive',
      'install -y -q --no-install-recommends openjdk-17-jre-headless noninteractive',
      'install -y -q --no-install-recommends default-jre-headless noninteractive',
      'install -y -q --no-install-recommends maven noninteractive',
    ]);
  });

  it('is not installed again: of two only the one that is missing', async () => {
    user(0);
    program('mvn', MAVEN);
    fakeAptGet({ 'openjdk-17-jre-headless': ['java', JAVA_21] });
    await ensure();
    expect(installed).toEqual(['Java 17 or newer']);
    expect(aptGetCalls()).toEqual([
      'update -q noninteractive',
      'install -y -q --no-install-recommends openjdk-17-jre-headless noninteractive',
    ]);
  });

  it('shows root what apt-get said when no package could be installed, or the one that was is too old', async () => {
    user(0);
    fakeAptGet({});
    const refusal = 'Java 17 or newer could not be installed by apt-get install openjdk-17-jre-headless or default-jre-headless:\n';
    await expect(ensure()).rejects.toThrow(new Error(`${refusal}E: Unable to locate package`));
    fakeAptGet({ 'default-jre-headless': ['java', JAVA_8] });
    await expect(ensure()).rejects.toThrow(refusal);
  });
});
