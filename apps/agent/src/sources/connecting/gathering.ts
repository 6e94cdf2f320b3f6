import type { Received } from '../../reading/source.js';

const MAX_IN_ONE = 1000;

interface Waiting {
  readonly messages: readonly Received[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Hands over all messages that arrived during the last write together: one queue transaction for many messages, in order. */
export class Gathering {
  private readonly queue: Waiting[] = [];
  private writing = false;
  private count = 0;

  constructor(private readonly deliver: (messages: readonly Received[]) => Promise<void>) {}

  /** Messages that are not on disk yet; the reader limits their number. */
  get waiting(): number {
    return this.count;
  }

  /** Resolves when they are on disk. @throws the queue's error */
  add(messages: readonly Received[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ messages, resolve, reject });
      this.count += messages.length;
      if (!this.writing) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.writing = true;
    while (this.queue.length > 0) {
      const taken = this.take();
      try {
        await this.deliver(taken.flatMap(({ messages }) => messages));
        for (const { messages, resolve } of taken) this.settle(messages, resolve);
      } catch (error) {
        for (const { messages, reject } of taken) this.settle(messages, () => reject(error));
      }
    }
    this.writing = false;
  }

  private take(): Waiting[] {
    let messages = 0;
    let number = 0;
    while (number < this.queue.length && (number === 0 || messages + this.queue[number]!.messages.length <= MAX_IN_ONE))
      messages += this.queue[number++]!.messages.length;
    return this.queue.splice(0, number);
  }

  private settle(messages: readonly Received[], settle: () => void): void {
    this.count -= messages.length;
    settle();
  }
}
