/** Ends everything that was started, in reverse order. */
export class Endings {
  readonly #endings: (() => Promise<unknown>)[] = [];
  #ended: Promise<void> | undefined;

  add(end: () => Promise<unknown>): void {
    this.#endings.push(end);
  }

  /** Continues after an error. Later calls wait for the first one. @throws the first error */
  run(): Promise<void> {
    return (this.#ended ??= this.#run());
  }

  async #run(): Promise<void> {
    const errors: unknown[] = [];
    for (const end of this.#endings.toReversed()) await end().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  /** Runs `begin`; if it fails, everything that it had started is ended. */
  static async guard<T>(begin: (endings: Endings) => Promise<T>): Promise<T> {
    const endings = new Endings();
    try {
      return await begin(endings);
    } catch (error) {
      await endings.run().catch(() => undefined);
      throw error;
    }
  }
}
