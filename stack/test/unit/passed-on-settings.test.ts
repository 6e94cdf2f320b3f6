import { expect, it } from 'vitest';
import { passedOnSettings } from '#stack/services/passed-on-settings.js';

it('hands the settings of a service on that the caller has, and not how other brokers are spoken to', () => {
  const environment = {
    MAX_ELEMENTS: '5',
    HISTORY_RETENTION_DAYS: '30',
    KAFKA_BROKERS: 'kafka.example:9093',
    KAFKA_TLS: 'true',
    KAFKA_SASL_MECHANISM: 'plain',
    KAFKA_USERNAME: 'u',
    KAFKA_PASSWORD: 'p',
    HOME: '/',
  };
  expect(passedOnSettings('gateway', environment)).toEqual({ MAX_ELEMENTS: '5' });
  expect(passedOnSettings('projection-service', environment)).toEqual({ HISTORY_RETENTION_DAYS: '30' });
});
