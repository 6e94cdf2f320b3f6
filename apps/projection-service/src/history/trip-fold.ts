import { metresBetween, type Place } from '../space/distance.js';

export interface TripParameters {
  /** Radius in metres around the place where a stop begins. */
  dwellRadius: number;
  dwellSeconds: number;
  /** A longer time without a report is a gap. */
  gapSeconds: number;
}

export interface TrackPosition extends Place {
  /** RFC 3339 UTC. */
  observedAt: string;
}

interface Span {
  from: string;
  to: string;
  durationSeconds: number;
}

export interface Stop extends Span {
  kind: 'stop';
  /** Where the stop began. */
  lat: number;
  lon: number;
  positions: number;
  /** The part of the duration without reports for longer than `gapSeconds`, before and after which the object was here. */
  silentSeconds: number;
}

export interface Trip extends Span {
  kind: 'trip';
  start: Place;
  end: Place;
  distanceMetres: number;
  /** Highest speed between two positions at least a second apart; null if there are none. */
  maxSpeedMetresPerSecond: number | null;
  positions: number;
}

/** A time without any reports. */
export interface Gap extends Span {
  kind: 'gap';
  start: Place;
  end: Place;
  /** Distance in a straight line. */
  distanceMetres: number;
}

export type Segment = Stop | Trip | Gap;

interface Cluster {
  /** The position around which all others of the cluster are, within the radius. */
  anchor: TrackPosition;
  /** Where the object's stop began, if the cluster continues one. */
  begun: TrackPosition;
  positions: number;
  metres: number;
  speed: number;
  silentSeconds: number;
}

interface OpenTrip {
  start: TrackPosition;
  end: TrackPosition;
  positions: number;
  metres: number;
  speed: number;
}

const secondsBetween = (a: TrackPosition, b: TrackPosition): number => (Date.parse(b.observedAt) - Date.parse(a.observedAt)) / 1000;
const placeOf = ({ lat, lon }: Place): Place => ({ lat, lon });

/**
 * Splits a track, in order of time, into consecutive stops, trips and gaps. During a stop, all positions stay within the radius of its
 * first one for at least the dwell time; a short excursion that returns belongs to the stop. A stay of twice the dwell time inside a
 * circle of half the radius is always found. A long time without reports is a gap, unless the object is in the same place afterwards.
 * Memory is bounded: only a few positions are kept, for a track of any length.
 */
export class TripFold {
  private last: TrackPosition | undefined;
  private cluster: Cluster | undefined;
  private trip: OpenTrip | undefined;
  /** The stop before `trip`, as long as the trip may still be an excursion from it. */
  private held: { stop: Stop; cluster: Cluster } | undefined;
  private done: Segment[] = [];

  constructor(private readonly parameters: TripParameters) {}

  add(position: TrackPosition): void {
    const { last, cluster } = this;
    this.last = position;
    if (last === undefined || cluster === undefined) return this.begin(position);
    const seconds = secondsBetween(last, position);
    const silent = seconds > this.parameters.gapSeconds;
    if (metresBetween(cluster.anchor, position) <= this.parameters.dwellRadius) return this.stay(cluster, last, position, silent);
    if (silent) {
      this.close(last);
      this.done.push({
        kind: 'gap',
        from: last.observedAt,
        to: position.observedAt,
        durationSeconds: seconds,
        start: placeOf(last),
        end: placeOf(position),
        distanceMetres: metresBetween(last, position),
      });
      return this.begin(position);
    }
    this.leave(cluster, last, position);
  }

  /** Removes and returns the finished segments. */
  taken(): Segment[] {
    return this.done.splice(0);
  }

  /** Ends the track. @returns the remaining segments */
  end(): Segment[] {
    if (this.last) this.close(this.last);
    this.last = this.cluster = undefined;
    return this.taken();
  }

  private begin(position: TrackPosition): void {
    this.cluster = { anchor: position, begun: position, positions: 1, metres: 0, speed: -1, silentSeconds: 0 };
  }

  private stay(cluster: Cluster, last: TrackPosition, position: TrackPosition, silent: boolean): void {
    const wasStop = this.isStop(cluster, last);
    addLeg(cluster, last, position);
    cluster.positions++;
    if (silent) cluster.silentSeconds += secondsBetween(last, position);
    if (!wasStop && this.isStop(cluster, position)) this.stopBegins(cluster);
  }

  private stopBegins(cluster: Cluster): void {
    const { held, trip } = this;
    if (held && trip && metresBetween(held.cluster.anchor, cluster.anchor) <= this.parameters.dwellRadius && this.isExcursion(trip)) {
      // The cluster begins with the trip's last position.
      cluster.begun = held.cluster.begun;
      cluster.positions += held.cluster.positions + trip.positions - 2;
      cluster.silentSeconds += held.cluster.silentSeconds;
      this.held = this.trip = undefined;
      return;
    }
    this.emitTrip();
  }

  private leave(cluster: Cluster, last: TrackPosition, position: TrackPosition): void {
    if (this.isStop(cluster, last)) {
      this.emitHeldStop();
      this.held = { stop: stopOf(cluster, last), cluster };
      this.trip = { start: last, end: last, positions: 1, metres: 0, speed: -1 };
    } else {
      this.absorb(cluster, last);
    }
    addLeg(this.trip!, last, position);
    this.trip!.end = position;
    this.trip!.positions++;
    if (!this.isExcursion(this.trip!)) this.emitHeldStop();
    this.begin(position);
  }

  /** Adds the positions of a cluster that was no stop to the trip, whose last position is the cluster's first. */
  private absorb(cluster: Cluster, last: TrackPosition): void {
    this.trip ??= { start: cluster.anchor, end: cluster.anchor, positions: 1, metres: 0, speed: -1 };
    this.trip.end = last;
    this.trip.metres += cluster.metres;
    this.trip.speed = Math.max(this.trip.speed, cluster.speed);
    this.trip.positions += cluster.positions - 1;
  }

  private close(last: TrackPosition): void {
    const { cluster } = this;
    if (cluster === undefined) return;
    if (this.isStop(cluster, last)) {
      this.emitTrip();
      this.done.push(stopOf(cluster, last));
    } else {
      this.absorb(cluster, last);
      this.emitTrip();
    }
    this.cluster = undefined;
  }

  private emitHeldStop(): void {
    if (this.held) this.done.push(this.held.stop);
    this.held = undefined;
  }

  private emitTrip(): void {
    this.emitHeldStop();
    const { trip } = this;
    this.trip = undefined;
    if (trip === undefined || trip.start.observedAt === trip.end.observedAt) return;
    const { start, end, positions, metres, speed } = trip;
    this.done.push({
      kind: 'trip',
      from: start.observedAt,
      to: end.observedAt,
      durationSeconds: secondsBetween(start, end),
      start: placeOf(start),
      end: placeOf(end),
      distanceMetres: metres,
      maxSpeedMetresPerSecond: speed < 0 ? null : speed,
      positions,
    });
  }

  private isStop(cluster: Cluster, until: TrackPosition): boolean {
    return secondsBetween(cluster.anchor, until) >= this.parameters.dwellSeconds;
  }

  private isExcursion(trip: OpenTrip): boolean {
    return secondsBetween(trip.start, trip.end) < this.parameters.dwellSeconds;
  }
}

function addLeg(to: { metres: number; speed: number }, a: TrackPosition, b: TrackPosition): void {
  const metres = metresBetween(a, b);
  const seconds = secondsBetween(a, b);
  to.metres += metres;
  if (seconds >= 1) to.speed = Math.max(to.speed, metres / seconds);
}

function stopOf({ begun, positions, silentSeconds }: Cluster, last: TrackPosition): Stop {
  return {
    kind: 'stop',
    from: begun.observedAt,
    to: last.observedAt,
    durationSeconds: secondsBetween(begun, last),
    lat: begun.lat,
    lon: begun.lon,
    positions,
    silentSeconds,
  };
}
