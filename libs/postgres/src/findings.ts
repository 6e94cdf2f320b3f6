import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Finding } from '#contracts/directory/diagnosis.js';

type Source = () => Promise<Finding[]>;

/** The gateway waits 5 s for a diagnosis, and must get the findings about the database in any case. */
const ANSWER_MS = 2_000;

/** Findings that parts of a service add to its diagnosis. */
@Injectable()
export class Findings {
  private readonly sources: Source[] = [];

  /** @param source is left out of a diagnosis if it fails or takes longer than 2 s, as with a database that does not answer */
  add(source: Source): void {
    this.sources.push(source);
  }

  async all(): Promise<Finding[]> {
    return (await Promise.all(this.sources.map(answered))).flat();
  }
}

async function answered(source: Source): Promise<Finding[]> {
  try {
    return await Promise.race([source(), sleep<Finding[]>(ANSWER_MS, [], { ref: false })]);
  } catch {
    return [];
  }
}
