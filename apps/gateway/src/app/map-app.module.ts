import { join } from 'node:path';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { Forwarder } from '../forwarding/forwarder.js';
import { ForwardingModule } from '../forwarding/forwarding.module.js';
import { DirectoryClient } from '../services/directory-client.js';
import { AppSettingsController } from './app-settings.controller.js';
import { AppFilesController, FILE_HEADERS } from './files/app-files.controller.js';
import { BasemapController } from './files/basemap.controller.js';
import { Basemap } from './files/basemap.js';
import { StreetMaps } from './files/street-maps.js';
import { policyHeaders } from './policy/content-policy.js';
import { PolicyReportsController } from './policy/policy-reports.controller.js';
import { SESSION_CALLS, SessionsController } from './sessions/sessions.controller.js';
import { SignInProvider } from './sign-in-provider.js';
import { streetMapOf } from './street-map.js';

/** Of two files with the same name, the operator's is used. */
const streetFolders = ({ basemapFolder, streetsFolder }: Config): string[] => [
  join(basemapFolder, 'streets'),
  ...(streetsFolder === '' ? [] : [streetsFolder]),
];

/** The map app: its files, its basemap, its settings and its sessions. */
@Module({
  imports: [ForwardingModule],
  controllers: [AppFilesController, AppSettingsController, BasemapController, PolicyReportsController, SessionsController],
  providers: [
    {
      provide: FILE_HEADERS,
      useFactory: (config: Config) => policyHeaders({ frameAncestors: config.appFrameAncestors, mapOrigins: streetMapOf(config).origins }),
      inject: [CONFIG],
    },
    {
      provide: Basemap,
      useFactory: ({ basemapFolder }: Config, logger: Logger) => Basemap.in(basemapFolder, logger),
      inject: [CONFIG, LOGGER],
    },
    {
      provide: StreetMaps,
      useFactory: (config: Config, logger: Logger) => new StreetMaps(streetFolders(config), logger),
      inject: [CONFIG, LOGGER],
    },
    { provide: SESSION_CALLS, useFactory: (forwarder: Forwarder) => forwarder.whole('sessions'), inject: [Forwarder] },
    { provide: SignInProvider, useFactory: (client: DirectoryClient) => new SignInProvider(client), inject: [DirectoryClient] },
  ],
})
export class MapAppModule implements OnApplicationShutdown {
  constructor(private readonly streets: StreetMaps) {}

  onApplicationShutdown(): Promise<void> {
    return this.streets.close();
  }
}
