/** The size of a large state. Smaller ones are limited by their number. */
const LARGE_CHARACTERS = 16_384;

/** Size of the large states that wait to be published; each object counts once, with its newest state. */
export class LargeStates {
  private readonly waiting = new Map<string, number>();
  private sum = 0;

  constructor(private readonly maxCharacters: number) {}

  /** Adds a state. @returns false if the waiting states should be published before more are added */
  add(externalId: string, characters: number): boolean {
    if (characters < LARGE_CHARACTERS) return true;
    this.sum += characters - (this.waiting.get(externalId) ?? 0);
    this.waiting.set(externalId, characters);
    return this.sum <= this.maxCharacters;
  }

  /** Call it when all waiting states are published. */
  clear(): void {
    if (this.sum === 0) return;
    this.waiting.clear();
    this.sum = 0;
  }
}
