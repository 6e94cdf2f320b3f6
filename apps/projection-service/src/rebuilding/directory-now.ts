import { setTimeout as sleep } from 'node:timers/promises';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { DirectoryFollower } from '#directory/directory-follower.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import type { Logger } from '#telemetry/logger.js';

const TIMEOUT_MS = 30_000;
const POLL_MS = 50;

/** A copy that stays up to date until it is closed. */
export interface FollowedDirectory {
  copy: DirectoryCopy;
  close(): Promise<void>;
}

/**
 * The present and future records of the directory, read from its topic, so that the directory itself may be down.
 * @throws Error when the topic cannot be read
 */
export async function directoryNow(options: {
  kafka: KafkaConnection;
  topicPrefix: string;
  clientId: string;
  logger: Logger;
}): Promise<FollowedDirectory> {
  const { kafka, topicPrefix, clientId, logger } = options;
  const copy = new DirectoryCopy();
  let failure: Error | undefined;
  const follower = new DirectoryFollower({ kafka, topicPrefix, groupId: clientId, copy, logger, onFatal: (error) => (failure = error) });
  follower.start();
  try {
    for (const deadline = performance.now() + TIMEOUT_MS; !copy.complete; await sleep(POLL_MS)) {
      if (failure) throw failure;
      if (performance.now() > deadline)
        throw new Error(
          `directory.state was not read within ${TIMEOUT_MS / 1000} s, so the deleted workspaces and their ` + 'retention are unknown.',
        );
    }
    return { copy, close: () => follower.close() };
  } catch (error) {
    await follower.close();
    throw error;
  }
}
