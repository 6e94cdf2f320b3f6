/** Ends the process with an error, after which it is to be started again. */
export abstract class ProcessEnd {
  abstract fatal(error: Error): void;
}
