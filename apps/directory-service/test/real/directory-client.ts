import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

/** A real directory, with a client that calls it like a gateway. */
export interface DirectoryInTest {
  space: TestSpace;
  directory: RunningService;
  /** Calls the directory itself, like a service of the installation. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  body: any;
}

export async function startDirectory(name: string, overrides: Record<string, string> = {}): Promise<DirectoryInTest> {
  const space = await createTestSpace(name, { directory: 'real' });
  const directory = await startService('directory-service', space.environment('directory-service', overrides)).catch(
    async (error: unknown) => {
      await space.close();
      throw error;
    },
  );
  return {
    space,
    directory,
    ask: (method, path, body) =>
      call(directory.url + path, method, { 'x-waymark-internal': space.installation.secrets.internalToken }, body),
    async close() {
      await directory.stop();
      await space.close();
    },
  };
}

export async function call(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
