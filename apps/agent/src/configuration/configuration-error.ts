/** One thing that is wrong in the file. */
export interface ConfigurationFault {
  /** From 1; undefined where it is of the whole file. */
  readonly line?: number;
  readonly column?: number;
  /** As `sources[0].kind`; empty for the whole file. */
  readonly path: string;
  /** What is wrong and what is allowed; never a secret. */
  readonly detail: string;
}

/** Everything that is wrong in the file, at once. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(
    readonly file: string,
    readonly faults: readonly ConfigurationFault[],
  ) {
    super(`${file} cannot be used:\n${faults.map((fault) => `  ${faultLine(file, fault)}`).join('\n')}`);
  }
}

/** As compilers write it, so that editors find the place. */
export function faultLine(file: string, { line, column, path, detail }: ConfigurationFault): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return `${place} ${path === '' ? '' : `${path} `}${detail}`;
}
