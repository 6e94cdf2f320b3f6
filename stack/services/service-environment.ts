/** The services that `npm start` runs, in the order in which they start. */
export const SERVICES = [
  'directory-service',
  'object-service',
  'projection-service',
  'area-service',
  'webhook-service',
  'report-service',
  'gateway',
] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The data that all services of an installation share. */
export interface Installation {
  brokers: readonly string[];
  topicPrefix: string;
  objectPartitions: number;
  replyPartitions: number;
  databaseUrl: string;
  schemas: { objects: string; projection: string; directory: string; webhook: string; report: string; area: string };
  ports: Readonly<Record<ServiceName, number>>;
  /** Address on which the gateway listens; all others only listen on the loopback. */
  gatewayHost: string;
  /** URL of the map app, with which share links begin. */
  appUrl: string;
  /** The record of erased objects; empty if there is none. */
  erasuresFile: string;
  /** Folder of street maps. */
  streetsFolder: string;
  logLevel: string;
  secrets: InstallationSecrets;
}

export interface InstallationSecrets {
  internalToken: string;
  operationIdSecret: string;
  cursorSecret: string;
  keySecret: string;
}

export const TOKEN_ISSUER = 'waymark';
export const TOKEN_AUDIENCE = 'waymark';

/** The environment of a service, with only the settings that it needs. */
export function serviceEnvironment(service: ServiceName, installation: Installation): Record<string, string> {
  const { secrets, ports } = installation;
  const common = {
    HOST: '127.0.0.1',
    PORT: String(ports[service]),
    LOG_LEVEL: installation.logLevel,
    KAFKA_BROKERS: installation.brokers.join(','),
    TOPIC_PREFIX: installation.topicPrefix,
    INTERNAL_TOKEN: secrets.internalToken,
  };
  switch (service) {
    case 'gateway':
      return {
        ...common,
        HOST: installation.gatewayHost,
        STREETS_FOLDER: installation.streetsFolder,
        OBJECT_PARTITIONS: String(installation.objectPartitions),
        REPLY_PARTITIONS: String(installation.replyPartitions),
        OPERATION_ID_SECRET: secrets.operationIdSecret,
        TOKEN_ISSUER,
        TOKEN_AUDIENCE,
        OBJECT_SERVICE_URL: `http://127.0.0.1:${ports['object-service']}`,
        PROJECTION_URL: `http://127.0.0.1:${ports['projection-service']}`,
        AREA_URL: `http://127.0.0.1:${ports['area-service']}`,
        DIRECTORY_URL: `http://127.0.0.1:${ports['directory-service']}`,
        WEBHOOK_URL: `http://127.0.0.1:${ports['webhook-service']}`,
        REPORT_URL: `http://127.0.0.1:${ports['report-service']}`,
      };
    case 'object-service':
      return {
        ...common,
        OBJECT_PARTITIONS: String(installation.objectPartitions),
        REPLY_PARTITIONS: String(installation.replyPartitions),
        DATABASE_URL: installation.databaseUrl,
        DATABASE_SCHEMA: installation.schemas.objects,
        ...(installation.erasuresFile === '' ? {} : { ERASURE_RECORD: installation.erasuresFile }),
      };
    case 'directory-service':
      return {
        ...common,
        APP_URL: installation.appUrl,
        KEY_SECRET: secrets.keySecret,
        TOKEN_ISSUER,
        TOKEN_AUDIENCE,
        DATABASE_URL: installation.databaseUrl,
        DATABASE_SCHEMA: installation.schemas.directory,
      };
    case 'area-service':
      return {
        ...common,
        OBJECT_PARTITIONS: String(installation.objectPartitions),
        DATABASE_URL: installation.databaseUrl,
        DATABASE_SCHEMA: installation.schemas.area,
      };
    case 'webhook-service':
      return {
        ...common,
        OBJECT_PARTITIONS: String(installation.objectPartitions),
        KEY_SECRET: secrets.keySecret,
        PROJECTION_URL: `http://127.0.0.1:${ports['projection-service']}`,
        DIRECTORY_URL: `http://127.0.0.1:${ports['directory-service']}`,
        DATABASE_URL: installation.databaseUrl,
        DATABASE_SCHEMA: installation.schemas.webhook,
      };
    case 'projection-service':
      return {
        ...common,
        OBJECT_PARTITIONS: String(installation.objectPartitions),
        CURSOR_SECRET: secrets.cursorSecret,
        DATABASE_URL: installation.databaseUrl,
        DATABASE_SCHEMA: installation.schemas.projection,
      };
    case 'report-service':
      return {
        ...common,
        OBJECT_PARTITIONS: String(installation.objectPartitions),
        DATABASE_URL: installation.databaseUrl,
        DATABASE_SCHEMA: installation.schemas.report,
      };
  }
}
