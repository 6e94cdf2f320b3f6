import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './interface.js';
import { noAnswer, problemOf } from './problem.js';

export type Schemas = components['schemas'];
export type ExternalObject = Schemas['ExternalObject'];

/** Provides a valid access token and requests a new one shortly before it expires. */
export interface TokenSource {
  token(): Promise<string | undefined>;
  /** The token was refused. @returns another one for a single retry; undefined if there is none */
  refused(token: string): Promise<string | undefined>;
}

/** A client that sends the token with every call and throws `ApiProblem` for failures, so every returned answer is a success. */
export type Api = Client<paths>;

export function createApi(source: TokenSource): Api {
  return createClient<paths>({ baseUrl: location.origin, fetch: authorisedFetch(source) });
}

/** `fetch` with the token. A call with a refused token is repeated once with a new one. @throws ApiProblem */
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
