/** One update of an object. */
export interface Update {
  /** The object's number. */
  number: number;
  /** Of the sample. */
  variant: number;
}

/** One connection with one call at a time. */
export interface Writer {
  /** Resolves when all updates are acknowledged. @throws Error if one is not */
  write(updates: readonly Update[]): Promise<void>;
  close(): void;
}
