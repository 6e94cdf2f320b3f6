import { integer } from '#settings/settings.js';

/** Of each service that keeps what it has published (`KeptOutbox`). */
export const outboxSettings = {
  outboxKeptSeconds: integer(
    'OUTBOX_KEPT_SECONDS',
    'how long events are kept in the database after the broker has acknowledged them, to be published ' +
      'again should it lose them; more than it takes the broker to write them to its disk',
    { default: 30, min: 0, max: 3600 },
  ),
};
