import type { LoadJob } from './job.js';

const VARIANTS = 1024;
const ID_STRIDE = 7_919;

/**
 * Everything of an element except its id: a position and two numbers, serialised once. Consecutive positions lie 30 m
 * apart, like the reports of a vehicle: an object uses them in this order.
 */
function tails(): string[] {
  return Array.from({ length: VARIANTS }, (_unused, index) => {
    const locationUpdate = { newPosition: { lat: round(53.4 + index * 0.0002), lon: round(-2.99 + index * 0.0003), alt: 12.5 } };
    const fieldValues = [
      { type: 'Number', field: 'battery', value: round(100 - index / 16) },
      { type: 'Number', field: 'temperature', value: round(18 + (index % 97) / 10) },
    ];
    return JSON.stringify({ locationUpdate, fieldValues }).slice(1);
  });
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Complete HTTP requests as text, assembled from serialised pieces: about 0.2 µs per element. */
export class Requests {
  readonly #tails = tails();
  readonly #head: string;
  #next = 0;

  constructor(private readonly job: LoadJob) {
    this.#head = [
      `POST /groups/${job.workspace}/externalObjects HTTP/1.1`,
      `Host: ${new URL(job.url).host}`,
      `Authorization: Bearer ${job.token}`,
      'Content-Type: application/json',
      'Accept: application/json',
      ...(job.mode === 'async' ? ['Prefer: respond-async'] : ['Prefer: wait=30']),
      'Content-Length: ',
    ].join('\r\n');
  }

  /** The request of the next call, in ASCII only. */
  next(): string {
    let body = '[';
    for (let index = 0; index < this.job.elementsPerCall; index++) {
      const turn = this.#next++;
      // A stride scatters the ids over pages and partitions, as in real traffic.
      const id = (turn * ID_STRIDE) % this.job.objects;
      body += `${index === 0 ? '' : ','}{"externalId":"bench-${id}",${this.#tails[(id + Math.floor(turn / this.job.objects)) % VARIANTS]}`;
    }
    body += ']';
    return `${this.#head}${body.length}\r\n\r\n${body}`;
  }
}
