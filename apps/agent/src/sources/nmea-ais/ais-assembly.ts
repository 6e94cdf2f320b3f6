import { AisBits } from './ais-bits.js';
import type { Sentence } from './sentence.js';

interface Parts {
  readonly payloads: string[];
  readonly total: number;
}

/** Limit of incomplete messages; a receiver sends them one after another. */
const MAX_OPEN = 64;

/** Combines messages that consist of several sentences (IEC 61162-1, VDM). */
export class AisAssembly {
  private readonly open = new Map<string, Parts>();

  /** The message completed by this sentence, if any. */
  add({ fields }: Sentence): AisBits | undefined {
    const [totalText, numberText, sequence = '', channel = '', payload = '', fillText = ''] = fields;
    if (!/^[1-9]$/.test(totalText ?? '') || !/^[1-9]$/.test(numberText ?? '') || !/^[0-5]$/.test(fillText) || payload.length > 82)
      return undefined;
    const [total, number, fill] = [Number(totalText), Number(numberText), Number(fillText)];
    if (total === 1) return number === 1 ? AisBits.of(payload, fill) : undefined;
    const key = `${total} ${sequence} ${channel}`;
    const parts = number === 1 ? { payloads: [], total } : this.open.get(key);
    this.open.delete(key);
    // Out of order: a sentence was lost, and the earlier parts are useless.
    if (parts === undefined || parts.payloads.length !== number - 1) return undefined;
    parts.payloads.push(payload);
    if (number === total) return AisBits.of(parts.payloads.join(''), fill);
    this.open.set(key, parts);
    if (this.open.size > MAX_OPEN) this.open.delete(this.open.keys().next().value!);
    return undefined;
  }
}
