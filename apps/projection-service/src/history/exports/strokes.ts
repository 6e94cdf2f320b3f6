import type { Region } from '../../space/region.js';
import type { SeenPosition } from '../query/history-reader.js';
import { simplified } from './simplify.js';

/** A stretch of a track. */
export interface Stroke {
  positions: SeenPosition[];
  /** Whether it continues the previous stroke, with that stroke's last position as its first. */
  continues: boolean;
}

export interface StrokeRules {
  /** A longer time without a position interrupts the track. */
  gapSeconds: number;
  /** The track is interrupted where it leaves the region. */
  region?: Region;
  /** Positions that are at most this far from the line are left out, in metres. */
  simplify?: number;
}

/** Most positions that are in memory and simplified together. */
const STROKE_POSITIONS = 4_096;

/** Splits the track of one object, in order of time, into strokes of bounded length. */
export class Strokes {
  private held: SeenPosition[] = [];
  private continues = false;

  constructor(private readonly rules: StrokeRules) {}

  /** @returns strokes that are complete */
  add(positions: readonly SeenPosition[]): Stroke[] {
    const whole: Stroke[] = [];
    const { region, gapSeconds } = this.rules;
    for (const position of positions) {
      if (region && !region.holds(position)) {
        whole.push(...this.end());
        continue;
      }
      const last = this.held.at(-1);
      if (last && Date.parse(position.observedAt) - Date.parse(last.observedAt) > gapSeconds * 1000) whole.push(...this.end());
      this.held.push(position);
      if (this.held.length < STROKE_POSITIONS) continue;
      whole.push(this.stroke());
      this.held = [position];
      this.continues = true;
    }
    return whole;
  }

  end(): Stroke[] {
    const rest = this.held.length > (this.continues ? 1 : 0) ? [this.stroke()] : [];
    this.held = [];
    this.continues = false;
    return rest;
  }

  private stroke(): Stroke {
    const { simplify } = this.rules;
    return { positions: simplify === undefined ? this.held : simplified(this.held, simplify), continues: this.continues };
  }
}
