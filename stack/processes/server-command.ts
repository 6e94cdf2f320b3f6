/** How a server (broker, database or service) is run, for starters, the supervisor and tests. */
export interface ServerCommand {
  /** Name of the process in messages, and of its log and pid files. */
  name: string;
  file: string;
  args: readonly string[];
  /** The complete environment of the process; nothing is inherited. */
  environment: Readonly<Record<string, string>>;
  logFile: string;
  /** The user to run as; only root can set it. */
  user?: { uid: number; gid: number };
  /** Signal for stopping in order. */
  stopSignal: NodeJS.Signals;
  /** Time after which the process group is killed. */
  stopTimeoutMs: number;
  /** Whether the server is ready; may throw before. Called every 50 ms. */
  isReady(): Promise<boolean>;
  readyTimeoutMs: number;
  /** A line of the log that shows that the server works again only after a restart. `meaning` follows its name in a notice. */
  restartAfter?: { line: RegExp; meaning: string };
}
