import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { productVersion } from '#settings/product-version.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER, REGISTRY } from '../environment.module.js';
import { Administration } from '../forwarding/administration.js';
import { APP_ROUTES } from '../routes/app-routes.js';
import { DirectoryClient } from '../services/directory-client.js';
import { AppSettingsDoor } from './app-settings-door.js';
import { AppFileDoor } from './files/app-file-door.js';
import { Basemap } from './files/basemap.js';
import { BasemapDoor } from './files/basemap-door.js';
import { StreetMaps } from './files/street-maps.js';
import { policyHeaders } from './policy/content-policy.js';
import { PolicyReportDoor } from './policy/policy-report-door.js';
import { SessionDoor } from './sessions/session-door.js';
import { SignInProvider } from './sign-in-provider.js';
import { streetMapOf } from './street-map.js';

/** Limit for a login, which is small. */
const MAX_BODY_BYTES = 16 * 1024;

/** Registers the routes of the map app. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class AppDoors implements OnModuleInit, OnApplicationShutdown {
  private readonly streets: StreetMaps;
  private readonly handlers: Readonly<Record<string, RouteHandlerMethod>>;

  /** @throws SettingsError when settings of the street map do not go together */
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    @Inject(REGISTRY) registry: Registry,
    copy: DirectoryCopy,
    client: DirectoryClient,
  ) {
    const streetMap = streetMapOf(config);
    const basemap = Basemap.in(config.basemapFolder, logger);
    // Of two files with the same name, the operator's is used.
    this.streets = new StreetMaps(
      [join(config.basemapFolder, 'streets'), ...(config.streetsFolder === '' ? [] : [config.streetsFolder])],
      logger,
    );
    const frameAncestors = config.appFrameAncestors;
    const files = new AppFileDoor(config.appFolder, policyHeaders({ frameAncestors, mapOrigins: streetMap.origins }), logger);
    const sessions = new SessionDoor(new Administration(client, copy, logger, { maxBodyBytes: MAX_BODY_BYTES }), config);
    const settings = new AppSettingsDoor({
      basemap,
      streets: this.streets,
      streetMap: streetMap.map,
      satellite: streetMap.satellite,
      provider: new SignInProvider(client),
      version: productVersion(),
      embedding: frameAncestors.length > 0,
    });
    const enter: RouteHandlerMethod = (_request, reply) => reply.redirect('/app/', 302);
    this.handlers = {
      enterApp: enter,
      enterAppFolder: enter,
      readApp: files.page,
      readAppFile: files.file,
      readAppAsset: files.asset,
      readAppSettings: settings.handle,
      readBasemapTile: new BasemapDoor(basemap, this.streets, logger).handle,
      reportPolicyBreach: new PolicyReportDoor(logger, registry).handle,
      beginSession: sessions.login,
      endSession: sessions.logout,
      refreshSession: sessions.refresh,
      takeUpSession: sessions.provider,
      acceptInvitation: sessions.acceptInvitation,
      changePasswordInSession: sessions.changePassword,
    };
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const { name, method, path } of APP_ROUTES) fastify.route({ method, url: path, handler: this.handlers[name]! });
  }

  onApplicationShutdown(): Promise<void> {
    return this.streets.close();
  }
}
