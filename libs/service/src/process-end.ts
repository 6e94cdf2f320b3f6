/** Exits with an error, so that the process is restarted. */
export abstract class ProcessEnd {
  abstract fatal(error: Error): void;
}
