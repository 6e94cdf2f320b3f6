import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** `${env:NAME}` and `${file:/path}`; any other text that starts like a reference is reported as a mistake. */
const REFERENCE = /\$\{([^}]*)\}/g;
const KNOWN = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/;
const MAX_BYTES = 64 * 1024;
const READABLE_BY_OTHERS = 0o004;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a text refers to a secret stored elsewhere. */
export function refersToSecret(text: string): boolean {
  return /\$\{(?:env|file):/.test(text);
}

/** The files that a text refers to. */
export function secretFiles(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, reference]) =>
    reference!.startsWith('file:') ? [reference!.slice('file:'.length)] : [],
  );
}

/**
 * The text with its references replaced; each call reads them again. A line break at the end of a file is not part of the secret.
 * @throws Error that names the variable or the file, but never its contents
 */
export function withSecrets(text: string, environment: Environment): string {
  return text.replace(REFERENCE, (_whole, reference: string) => {
    if (!KNOWN.test(reference)) throw new Error('has a reference that is neither ${env:NAME} nor ${file:/path}');
    return reference.startsWith('env:')
      ? ofEnvironment(reference.slice('env:'.length), environment)
      : ofFile(reference.slice('file:'.length));
  });
}

/** What is wrong with a file's permissions; undefined if others cannot read it. */
export function openToOthers(path: string): string | undefined {
  const mode = process.platform === 'win32' ? 0 : (statSync(path, { throwIfNoEntry: false })?.mode ?? 0);
  return (mode & READABLE_BY_OTHERS) === 0 ? undefined : `Every user of this machine can read ${path}: chmod o-r ${path}`;
}

function ofEnvironment(name: string, environment: Environment): string {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`refers to the environment variable ${name}, which is not set`);
  return value;
}

function ofFile(path: string): string {
  if (!isAbsolute(path)) throw new Error(`refers to the file ${path}: write its whole path, from / on`);
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`has ${size} bytes, which is no secret`);
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(
      `refers to the file ${path}, which cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`,
      { cause: error },
    );
  }
  if (text === '') throw new Error(`refers to the file ${path}, which is empty`);
  return text;
}
