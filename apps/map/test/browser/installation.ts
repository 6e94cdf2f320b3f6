import { type RunningStack, type StackSize, startStack } from '#testing/running-stack.js';
import { createTestSpace } from '#testing/test-space.js';

/** What tests need to know of a running installation. */
export interface Installation {
  /** Address of the gateway. */
  url: string;
  directoryUrl: string;
  /** Of operators' commands on the machine itself. */
  internalToken: string;
}

export interface OwnInstallation extends Installation {
  stack: RunningStack;
  close(): Promise<void>;
}

export interface InstallationOptions {
  size?: StackSize;
  /** Environment of all services, in addition to the default one. */
  settings?: Record<string, string>;
}

/** Starts all services that the built app needs. @param name part of the names of its topics and folders */
export async function startInstallation(name: string, { size, settings }: InstallationOptions = {}): Promise<OwnInstallation> {
  const space = await createTestSpace(name, { directory: 'real' });
  const stack = await startStack(
    { ...space, environment: (service, overrides) => space.environment(service, { ...settings, ...overrides }) },
    { directories: 1, ...size },
  ).catch(async (error: unknown) => {
    await space.close();
    throw error;
  });
  return {
    url: stack.url,
    directoryUrl: stack.directories[0]!.url,
    internalToken: space.installation.secrets.internalToken,
    stack,
    async close() {
      await stack.close();
      await space.close();
    },
  };
}
