/** What the exit code of the agent's commands says; in the help and in docs/agent.md. */
export const EXIT = {
  fine: 0,
  /** It failed, or ended with an error. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The file is not valid. */
  configuration: 3,
  /** `check` found a source or the gateway not as it must be. */
  faulty: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = '\nExit codes: 0 fine, 1 failed, 2 wrong usage, 3 the file is not valid, 4 check found a fault.';
