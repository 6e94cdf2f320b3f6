import type { Mutation } from '../mutation.js';
import { DIRECTORY_FAULTS } from './directory.js';
import { FEED_FAULTS } from './feed.js';
import { DIRECTORY_SERVICE_FAULTS } from './directory-service.js';
import { GATEWAY_FAULTS } from './gateway.js';
import { KAFKA_FAULTS } from './kafka.js';
import { LIMIT_FAULTS } from './limits.js';
import { NARROWED_TOKEN_FAULTS } from './narrowed-tokens.js';
import { OBJECT_SERVICE_FAULTS } from './object-service.js';
import { OPERATING_FAULTS } from './operating.js';
import { POSTGRES_FAULTS } from './postgres.js';
import { PROJECTION_FAULTS } from './projection-service.js';
import { REPORT_FAULTS } from './reports.js';
import { RULE_FAULTS } from './rules.js';

export const MUTATIONS: readonly Mutation[] = [...RULE_FAULTS, ...KAFKA_FAULTS, ...POSTGRES_FAULTS, ...OBJECT_SERVICE_FAULTS, ...PROJECTION_FAULTS, ...FEED_FAULTS, ...GATEWAY_FAULTS, ...DIRECTORY_FAULTS, ...DIRECTORY_SERVICE_FAULTS, ...LIMIT_FAULTS, ...NARROWED_TOKEN_FAULTS, ...OPERATING_FAULTS, ...REPORT_FAULTS];
