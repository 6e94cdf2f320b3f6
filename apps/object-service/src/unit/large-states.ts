/** Smaller states are bounded well enough by their number. */
const LARGE_CHARACTERS = 16_384;

/** How much text of large states waits to be published; each object counts once, in its newest state. */
export class LargeStates {
  private readonly waiting = new Map<string, number>();
  private sum = 0;

  constructor(private readonly maxCharacters: number) {}

  /** @returns false when the waiting states should be published before more are added */
  add(externalId: string, characters: number): boolean {
    if (characters < LARGE_CHARACTERS) return true;
    this.sum += characters - (this.waiting.get(externalId) ?? 0);
    this.waiting.set(externalId, characters);
    return this.sum <= this.maxCharacters;
  }

  /** Nothing waits any more. */
  clear(): void {
    if (this.sum === 0) return;
    this.waiting.clear();
    this.sum = 0;
  }
}
