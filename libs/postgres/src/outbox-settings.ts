import { integer } from '#settings/settings.js';

/** Settings of services that keep published events (`KeptOutbox`). */
export const outboxSettings = {
  outboxKeptSeconds: integer(
    'OUTBOX_KEPT_SECONDS',
    'how long events are kept in the database after the broker has acknowledged them, so that they can be ' +
      'published again if it loses them; must be longer than the broker takes to write them to its disk',
    { default: 30, min: 0, max: 3600 },
  ),
};
