/** Exit codes of the agent's commands; documented in the help and in docs/agent.md. */
export const EXIT = {
  fine: 0,
  /** The command failed. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The file is invalid. */
  configuration: 3,
  /** `check` found a fault in a source or the gateway. */
  faulty: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = '\nExit codes: 0 fine, 1 failed, 2 wrong usage, 3 the file is not valid, 4 check found a fault.';
