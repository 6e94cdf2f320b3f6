import { Counter, type Registry } from 'prom-client';

/** Counts states that are published again because the broker has lost acknowledged ones. */
export function lostStatesCounter(registry: Registry): (publishedAgain: number) => void {
  const counter = new Counter({
    name: 'waymark_kafka_lost_states_total',
    help: 'States published again to object.state because the broker had lost records that it had acknowledged.',
    registers: [registry],
  });
  return (publishedAgain) => counter.inc(publishedAgain);
}

/** Counts acknowledged events that the broker has lost. */
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
