import type { LoadJob } from './job.js';

const VARIANTS = 1024;
const ID_STRIDE = 7_919;

/**
 * Everything of an element but its id: a position and two numbers, serialised once. One after the other they lie 30 m
 * apart, as a vehicle's reports do: an object uses them one after the other.
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

/** Whole HTTP requests as text, made by putting serialised pieces together: about 0.2 µs an element. */
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

  /** The next call's request; all of it is ASCII. */
  next(): string {
    let body = '[';
    for (let index = 0; index < this.job.elementsPerCall; index++) {
      const turn = this.#next++;
      // A stride scatters the ids over pages and partitions as real traffic does.
      const id = (turn * ID_STRIDE) % this.job.objects;
      body += `${index === 0 ? '' : ','}{"externalId":"bench-${id}",${this.#tails[(id + Math.floor(turn / this.job.objects)) % VARIANTS]}`;
    }
    body += ']';
    return `${this.#head}${body.length}\r\n\r\n${body}`;
  }
}
