import { ELEMENTS } from './cases/elements.js';
import { ENCODINGS } from './cases/encodings.js';
import { HEADERS } from './cases/headers.js';
import { JSON_BODIES } from './cases/json-bodies.js';
import { NUMBERS, TIMES } from './cases/numbers-and-times.js';
import { PATHS, QUERIES } from './cases/paths.js';
import { SIZES } from './cases/sizes.js';
import { SMUGGLING } from './cases/smuggling.js';
import { TOKENS } from './cases/tokens.js';
import { UNICODE } from './cases/unicode.js';
import type { InputCase } from './input-case.js';

/** All of the corpus, by the rows of reliability.md section 4. */
export const CORPUS: Record<string, InputCase[]> = {
  'JSON bodies': JSON_BODIES,
  elements: ELEMENTS,
  unicode: UNICODE,
  numbers: NUMBERS,
  times: TIMES,
  sizes: SIZES,
  encodings: ENCODINGS,
  headers: HEADERS,
  tokens: TOKENS,
  paths: PATHS,
  queries: QUERIES,
  wire: SMUGGLING,
};
