import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';

/** Far more than the largest page. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The body of an answer. @throws CliError if it is larger than any answer of the service */
export async function boundedBody(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_BYTES)
      throw new CliError(`The answer has more than ${MAX_BYTES} bytes: check that the address is that of a Waymark gateway.`, EXIT.refused);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
