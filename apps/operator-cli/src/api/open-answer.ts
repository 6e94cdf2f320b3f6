import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';

/** A download fails after this time without data; in total, a large answer may take any time. */
const SILENCE_MS = 60_000;

/** The body of an answer, in chunks as they arrive. @throws CliError if the answer is incomplete, possibly after some chunks */
export async function* piecesOf(body: AsyncIterable<Uint8Array>, abort: AbortController): AsyncGenerator<Uint8Array> {
  const silence = setTimeout(() => abort.abort(), SILENCE_MS);
  try {
    for await (const piece of body) {
      silence.refresh();
      yield piece;
    }
  } catch (error) {
    throw new CliError('The answer was interrupted, so only a part of it was written. Try again, or request less.', EXIT.incomplete, {
      cause: error,
    });
  } finally {
    clearTimeout(silence);
  }
}
