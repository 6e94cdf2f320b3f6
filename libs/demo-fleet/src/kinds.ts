export type Kind = 'van' | 'truck' | 'bike' | 'bus' | 'forklift' | 'ship' | 'crane' | 'container' | 'pallet' | 'tool';
export type ObjectClass = 'machine' | 'product' | 'supply';
export type Status = 'moving' | 'loading' | 'charging' | 'idle';

/** The motion of a vehicle or a machine. Speeds in m/s, distances in metres, battery in percent. */
export interface MotionFacts {
  on: 'streets' | 'sea';
  topSpeed: number;
  acceleration: number;
  /** Stops only at this number of places nearest to the works of Fontvieille; omitted: at all places. */
  nearWorks?: number;
  /** Omitted if it has no battery. */
  battery?: { perKilometre: number; perHour: number };
}

export interface KindFacts {
  class: ObjectClass;
  motion?: MotionFacts;
  /** The carrier of every second object of this kind. */
  carrier?: Kind;
}

export const KINDS: Readonly<Record<Kind, KindFacts>> = {
  van: { class: 'machine', motion: { on: 'streets', topSpeed: 12, acceleration: 1.5, battery: { perKilometre: 0.4, perHour: 1 } } },
  truck: { class: 'machine', motion: { on: 'streets', topSpeed: 10, acceleration: 0.8, battery: { perKilometre: 0.6, perHour: 1 } } },
  bike: { class: 'machine', motion: { on: 'streets', topSpeed: 5.5, acceleration: 1, battery: { perKilometre: 1.2, perHour: 0.5 } } },
  bus: { class: 'machine', motion: { on: 'streets', topSpeed: 10, acceleration: 1, battery: { perKilometre: 0.8, perHour: 2 } } },
  forklift: {
    class: 'machine',
    motion: { on: 'streets', topSpeed: 3, acceleration: 0.8, nearWorks: 25, battery: { perKilometre: 4, perHour: 3 } },
  },
  ship: { class: 'machine', motion: { on: 'sea', topSpeed: 4, acceleration: 0.15 } },
  crane: { class: 'machine' },
  container: { class: 'product', carrier: 'truck' },
  pallet: { class: 'supply', carrier: 'forklift' },
  tool: { class: 'supply', carrier: 'van' },
};

/** The repeating mix of a fleet; carriers come before their loads. */
export const MIX: readonly [Kind, ...Kind[]] = [
  'van',
  'ship',
  'forklift',
  'truck',
  'container',
  'van',
  'crane',
  'bike',
  'pallet',
  'ship',
  'bus',
  'van',
  'tool',
  'forklift',
  'van',
  'ship',
  'crane',
  'truck',
  'container',
  'van',
  'pallet',
  'forklift',
  'bike',
  'ship',
  'van',
];
