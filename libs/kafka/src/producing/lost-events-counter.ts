import { Counter, type Registry } from 'prom-client';

/** Counts events that the broker had acknowledged and lost. */
export function lostEventsCounter(registry: Registry): (lost: { publishedAgain: number; missing: number }) => void {
  const counter = new Counter({
    name: 'waymark_kafka_lost_events_total',
    help: 'Events that the broker had acknowledged but lost: published-again, or none (no longer kept).',
    labelNames: ['repair'],
    registers: [registry],
  });
  return ({ publishedAgain, missing }) => {
    counter.inc({ repair: 'published-again' }, publishedAgain);
    counter.inc({ repair: 'none' }, Math.max(0, missing - publishedAgain));
  };
}
