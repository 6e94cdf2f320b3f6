import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './interface.js';
import { noAnswer, problemOf } from './problem.js';

export type Schemas = components['schemas'];
export type ExternalObject = Schemas['ExternalObject'];

/** Gives the access token that is good now; asks for a new one where it is about to end. */
export interface TokenSource {
  token(): Promise<string | undefined>;
  /** The token was refused: @returns another one to try once, undefined: there is none */
  refused(token: string): Promise<string | undefined>;
}

/** A client whose every call bears the token and throws `ApiProblem` where it fails: what it returns is a success. */
export type Api = Client<paths>;

export function createApi(source: TokenSource): Api {
  return createClient<paths>({ baseUrl: location.origin, fetch: authorisedFetch(source) });
}

/** `fetch` with the token. A call whose token was refused meanwhile is made once more with the next one. @throws ApiProblem */
export const authorisedFetch =
  (source: TokenSource) =>
  async (request: Request): Promise<Response> => {
    const token = await source.token();
    const again = request.clone();
    let response = await send(request, token);
    if (response.status === 401 && token !== undefined) {
      const next = await source.refused(token);
      if (next !== undefined) response = await send(again, next);
    }
    if (response.ok || response.status === 304) return response;
    throw problemOf(response, await response.text());
  };

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw noAnswer(error);
  }
}
