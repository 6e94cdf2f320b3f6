import type { Call } from '../oracle/history.js';
import { readAnswer } from './answers.js';

/** Number of concurrent look-ups. */
const LOOKERS = 16;

/**
 * Looks up every accepted operation until it is decided, and stores the outcome in its call. Operations that are still pending after
 * `withinMs` stay `accepted`, and the oracle expects an event for them.
 */
export async function settle(
  calls: readonly Call[],
  lookUp: (call: Call) => Promise<{ status: number; text: string }>,
  withinMs: number,
): Promise<number> {
  const deadline = performance.now() + withinMs;
  const open = new Set(
    calls.filter((call) => call.operationId !== undefined && call.answers.some((answer) => answer.outcome === 'accepted')),
  );
  while (open.size > 0 && performance.now() < deadline) {
    const round = open.values();
    const worker = async (): Promise<void> => {
      for (const call of round) {
        if (performance.now() > deadline) return;
        const { status, text } = await lookUp(call).catch(() => ({ status: 0, text: '' }));
        if (status !== 200) continue;
        const read = readAnswer(status, null, text, call.commands.length);
        if (!read.answers.every((answer) => answer.outcome === 'applied' || answer.outcome === 'rejected')) continue;
        call.answers = read.answers;
        open.delete(call);
      }
    };
    await Promise.all(Array.from({ length: LOOKERS }, worker));
    if (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return open.size;
}
