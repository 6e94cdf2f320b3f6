/** How one server (broker, database or service) is run: everything the starter, the supervisor and the tests need to know of it. */
export interface ServerCommand {
  /** Names the process in messages, its log file and its pid file. */
  name: string;
  file: string;
  args: readonly string[];
  /** The whole environment of the process; nothing is inherited. */
  environment: Readonly<Record<string, string>>;
  logFile: string;
  /** The user to run as; only root can give it. */
  user?: { uid: number; gid: number };
  /** Asks for an orderly end. */
  stopSignal: NodeJS.Signals;
  /** After this time without an end the process group is killed. */
  stopTimeoutMs: number;
  /** True once the server does its work; may throw or be false before. Asked every 50 ms. */
  isReady(): Promise<boolean>;
  readyTimeoutMs: number;
}
