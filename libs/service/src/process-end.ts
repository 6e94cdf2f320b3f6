/** Ends the process with an error, so that it is started again. */
export abstract class ProcessEnd {
  abstract fatal(error: Error): void;
}
