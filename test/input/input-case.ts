/** One hostile or odd request and what must come of it (reliability.md 4). */
export interface InputCase {
  name: string;
  /** Statuses that are right; usually one. */
  want: readonly number[];
  send: Sent;
  /** Code wanted of the first element, when the answer has results. */
  code?: string;
  /** JSON pointer wanted of the first element's fault, where the case is about one value. */
  pointer?: string;
  /** Line and column wanted of malformed JSON. */
  place?: readonly [line: number, column: number];
  /** True: the request is well-formed and its elements are stored; otherwise nothing may be. */
  stores?: true;
  /** True: the request is well-formed and goes to the log, where the rules of objects refuse it; otherwise nothing may be published. */
  reachesLog?: true;
}

/** Either a request that a client can make, or raw bytes where a client would tidy up. */
export type Sent =
  | {
      method?: string;
      /** `{g}` stands for the workspace of the token; default `/groups/{g}/externalObjects`. */
      path?: string;
      headers?: Record<string, string | string[]>;
      body?: string | Buffer;
      /** Sent instead of the valid token; null sends no Authorization header. */
      authorization?: ((forge: TokenForge) => Promise<string> | string) | null;
    }
  | { raw: (parts: RawParts) => (string | Buffer)[]; /** Ends our side after the bytes. */ end?: true };

export interface RawParts {
  host: string;
  path: string;
  authorization: string;
}

/** Makes the wrong tokens of the corpus. */
export interface TokenForge {
  valid: string;
  /** Signed with the service's own key. */
  signed(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Signed by HS256, with the public key's text as the secret. */
  hmacByPublicKey(): string;
  /** Not signed, or by a stranger's key. */
  unsigned(header: Record<string, unknown>): string;
  stranger(header?: Record<string, unknown>): Promise<string>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A POST of this body as JSON. */
export function body(
  name: string,
  want: number | readonly number[],
  text: string | Buffer,
  more: Partial<InputCase> & { headers?: Record<string, string | string[]> } = {},
): InputCase {
  const { headers, ...rest } = more;
  return { name, want: typeof want === 'number' ? [want] : want, send: { body: text, headers: { ...JSON_TYPE, ...headers } }, ...rest };
}

/** A POST of one element, written as given. */
export function element(name: string, want: number | readonly number[], value: unknown, more: Partial<InputCase> = {}): InputCase {
  return body(name, want, JSON.stringify([value]), { ...(want === 422 && { code: 'invalid' }), ...more });
}

/** Element text with a hole, for numbers and escapes that JSON.stringify would not write. */
export function elementText(name: string, want: number, text: string, more: Partial<InputCase> = {}): InputCase {
  return body(name, want, `[${text}]`, { ...(want === 422 && { code: 'invalid' }), ...more });
}

export const at = (lat: unknown = 1, lon: unknown = 2, more: object = {}) => ({ newPosition: { lat, lon, ...more } });
export const VALID = { externalId: 'input-valid', locationUpdate: at() };
export const VALID_TEXT = JSON.stringify([VALID]);
