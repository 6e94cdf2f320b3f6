import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';

const MIN_JAVA = 17;
const APT_TIMEOUT_MS = 10 * 60_000;

/** A program that the embedded broker needs, with the Debian packages to try in order. */
interface Prerequisite {
  title: string;
  packages: readonly string[];
  isThere(): Promise<boolean>;
}

const java: Prerequisite = {
  title: `Java ${MIN_JAVA} or newer`,
  packages: ['openjdk-17-jre-headless', 'default-jre-headless'],
  isThere: async () => javaMajor(await javaVersionText()) >= MIN_JAVA,
};
/** Only searched on the PATH: without Java, Maven cannot print its version, and would count as missing. */
const maven: Prerequisite = { title: 'Maven', packages: ['maven'], isThere: async () => isOnPath('mvn') };

/** The major version in the output of `java -version` ("17.0.15" is 17, "1.8.0_402" is 8); 0 if there is none. */
export function javaMajor(versionOutput: string): number {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(versionOutput) ?? [];
  return Number((first === '1' ? second : first) ?? 0);
}

/**
 * Ensures that Java is installed, and Maven if the broker's jars still have to be downloaded. As root on Debian and its derivatives, they
 * are installed without a question; otherwise the error contains the exact command.
 */
export async function ensurePrerequisites(options: { needsMaven: boolean; onInstall(what: string): void }): Promise<void> {
  const wanted = options.needsMaven ? [java, maven] : [java];
  const there = await Promise.all(wanted.map((one) => one.isThere()));
  const missing = wanted.filter((_, at) => !there[at]);
  if (missing.length === 0) return;
  const titles = missing.map(({ title }) => title).join(' and ');
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) throw new Error(`${titles} missing. ${advice(missing)}`);
  options.onInstall(titles);
  await install(missing);
}

function advice(missing: readonly Prerequisite[]): string {
  if (isOnPath('apt-get')) return `Install with: ${['sudo apt-get update', ...missing.map(aptCommand)].join(' && ')}`;
  if (isOnPath('dnf'))
    return `Install with: sudo dnf install -y ${missing.map((one) => (one === java ? 'java-21-openjdk-headless' : 'maven')).join(' ')}`;
  if (isOnPath('apk'))
    return `Install with: apk add ${missing.map((one) => (one === java ? 'openjdk17-jre-headless' : 'maven')).join(' ')}`;
  if (process.platform === 'darwin')
    return `Install with: brew install ${missing.map((one) => (one === java ? 'openjdk@17' : 'maven')).join(' ')}`;
  return 'Install them with your package manager, or use docker-compose.yml.';
}

/** The command that installs the first available package, since releases have different ones. */
function aptCommand({ packages }: Prerequisite): string {
  const tries = packages.map((name) => `sudo apt-get install -y ${name}`);
  return tries.length === 1 ? tries.join('') : `(${tries.join(' || ')})`;
}

async function install(missing: readonly Prerequisite[]): Promise<void> {
  await aptGet('update', '-q');
  for (const { title, packages, isThere } of missing) {
    let refusal = '';
    for (const name of packages) {
      const tried = await aptGet('install', '-y', '-q', '--no-install-recommends', name);
      if (tried.exitCode === 0 && (await isThere())) break;
      refusal = tried.all;
    }
    if (!(await isThere())) {
      throw new Error(
        `${title} could not be installed by apt-get install ${packages.join(' or ')}:\n${refusal.split('\n').slice(-8).join('\n')}`,
      );
    }
  }
}

function aptGet(...args: string[]) {
  return execa('apt-get', args, {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    timeout: APT_TIMEOUT_MS,
    reject: false,
    all: true,
    stdin: 'ignore',
  });
}

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

/** Java's version text, from either stream; empty if Java is missing. */
async function javaVersionText(): Promise<string> {
  const result = await execa('java', ['-version'], { reject: false, all: true, timeout: 30_000 });
  return result.exitCode === 0 ? result.all : '';
}
