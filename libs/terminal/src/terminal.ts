/** Where a command reads and writes; a test brings its own. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Results, and nothing else. */
  out(text: string): void;
  /** Everything else: hints, questions, errors. */
  err(text: string): void;
}
