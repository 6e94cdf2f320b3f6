import type { Provider } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { ObjectServiceClient } from './object-service-client.js';

/** An `ObjectServiceClient` for one module, with its own connections. @param connections default: LOOKUP_CONNECTIONS */
export function ownObjectService(connections?: number): Provider {
  return {
    provide: ObjectServiceClient,
    useFactory: ({ objectServiceUrl: url, internalToken, lookupTimeoutMs: timeoutMs, lookupConnections }: Config) =>
      new ObjectServiceClient({ url, internalToken, connections: connections ?? lookupConnections, timeoutMs }),
    inject: [CONFIG],
  };
}
