/** Input and output of a command; tests provide their own. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Only results. */
  out(text: string): void;
  /** Everything else: hints, questions, errors. */
  err(text: string): void;
}
