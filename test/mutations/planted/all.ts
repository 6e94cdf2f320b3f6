import type { Mutation } from '../mutation.js';
import { AREA_FAULTS } from './areas.js';
import { DIRECTORY_SERVICE_FAULTS } from './directory-service.js';
import { DIRECTORY_FAULTS } from './directory.js';
import { FEED_FAULTS } from './feed.js';
import { GATEWAY_FAULTS } from './gateway.js';
import { HISTORY_FAULTS } from './history.js';
import { KAFKA_FAULTS } from './kafka.js';
import { LIMIT_FAULTS } from './limits.js';
import { MAP_APP_FAULTS } from './map-app.js';
import { MAP_AND_SEARCH_FAULTS } from './maps-and-search.js';
import { MOVING_FAULTS } from './moving.js';
import { NARROWED_TOKEN_FAULTS } from './narrowed-tokens.js';
import { OBJECT_SERVICE_FAULTS } from './object-service.js';
import { OPERATING_FAULTS } from './operating.js';
import { POSTGRES_FAULTS } from './postgres.js';
import { PROJECTION_FAULTS } from './projection-service.js';
import { REPORT_FAULTS } from './reports.js';
import { RETENTION_FAULTS } from './retention.js';
import { RULE_FAULTS } from './rules.js';
import { WEBHOOK_FAULTS } from './webhooks.js';

export const MUTATIONS: readonly Mutation[] = [
  ...RULE_FAULTS,
  ...AREA_FAULTS,
  ...KAFKA_FAULTS,
  ...POSTGRES_FAULTS,
  ...OBJECT_SERVICE_FAULTS,
  ...PROJECTION_FAULTS,
  ...FEED_FAULTS,
  ...HISTORY_FAULTS,
  ...GATEWAY_FAULTS,
  ...DIRECTORY_FAULTS,
  ...DIRECTORY_SERVICE_FAULTS,
  ...LIMIT_FAULTS,
  ...NARROWED_TOKEN_FAULTS,
  ...OPERATING_FAULTS,
  ...REPORT_FAULTS,
  ...RETENTION_FAULTS,
  ...WEBHOOK_FAULTS,
  ...MOVING_FAULTS,
  ...MAP_AND_SEARCH_FAULTS,
  ...MAP_APP_FAULTS,
];
