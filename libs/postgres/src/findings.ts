import { Injectable } from '@nestjs/common';
import type { Finding } from '#contracts/directory/diagnosis.js';

/** Findings that parts of a service add to its diagnosis. */
@Injectable()
export class Findings {
  private readonly sources: (() => Promise<Finding[]>)[] = [];

  /** @param source must answer within about 2 s: the gateway waits for 5 s, and must get the findings about the database in any case */
  add(source: () => Promise<Finding[]>): void {
    this.sources.push(source);
  }

  async all(): Promise<Finding[]> {
    return (await Promise.all(this.sources.map((source) => source()))).flat();
  }
}
