/** One fault in the file. */
export interface ConfigurationFault {
  /** From 1; undefined when the fault concerns the whole file. */
  readonly line?: number;
  readonly column?: number;
  /** For example `sources[0].kind`; empty for the whole file. */
  readonly path: string;
  /** What is wrong and what is allowed; never contains a secret. */
  readonly detail: string;
}

/** All faults in the file at once. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(
    readonly file: string,
    readonly faults: readonly ConfigurationFault[],
  ) {
    super(`${file} cannot be used:\n${faults.map((fault) => `  ${faultLine(file, fault)}`).join('\n')}`);
  }
}

/** In the format of compilers, so that editors find the line. */
export function faultLine(file: string, { line, column, path, detail }: ConfigurationFault): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return `${place} ${path === '' ? '' : `${path} `}${detail}`;
}
