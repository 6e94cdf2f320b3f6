/** The bits of an AIS message from its sentences: six per character (ITU-R M.1371-5 in the armouring of IEC 61162-1). */
export class AisBits {
  private constructor(
    private readonly bits: Uint8Array,
    readonly length: number,
  ) {}

  /** @param fill number of padding bits at the end. Undefined for invalid characters */
  static of(payload: string, fill: number): AisBits | undefined {
    const bits = new Uint8Array(payload.length * 6);
    for (let index = 0; index < payload.length; index++) {
      const code = payload.charCodeAt(index);
      if (code < 48 || code > 119 || (code > 87 && code < 96)) return undefined;
      const value = code - 48 - (code > 87 ? 8 : 0);
      for (let bit = 0; bit < 6; bit++) bits[index * 6 + bit] = (value >> (5 - bit)) & 1;
    }
    return fill > 5 || fill > bits.length ? undefined : new AisBits(bits, bits.length - fill);
  }

  unsigned(from: number, length: number): number {
    let value = 0;
    for (let bit = from; bit < from + length; bit++) value = value * 2 + (this.bits[bit] ?? 0);
    return value;
  }

  signed(from: number, length: number): number {
    const value = this.unsigned(from, length);
    return value >= 2 ** (length - 1) ? value - 2 ** length : value;
  }

  /** Text of six bits per character, up to its end or the first @. */
  text(from: number, characters: number): string {
    let text = '';
    for (let index = 0; index < characters; index++) {
      const value = this.unsigned(from + index * 6, 6);
      if (value === 0) break;
      text += String.fromCharCode(value < 32 ? value + 64 : value);
    }
    return text.trim();
  }
}
