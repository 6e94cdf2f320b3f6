/** Exit codes; documented in docs/operator.md and in the help. */
export const EXIT = {
  fine: 0,
  /** The service refused the call or failed. */
  refused: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Nothing answers at the address. */
  unreachable: 3,
  /** No token, or an invalid one. */
  notSignedIn: 4,
  /** `doctor` found something broken, `export` had to leave something out, `rebuild` or `move` found differences. */
  incomplete: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes: 0 fine, 1 the service refused, 2 wrong usage, 3 not reachable, 4 not signed in, 5 something is broken (doctor), left out (export) or different (rebuild, rebuild --check, move).`;
