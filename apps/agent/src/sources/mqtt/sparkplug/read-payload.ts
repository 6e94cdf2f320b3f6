import type protobuf from 'protobufjs';
import { SPARKPLUG_PAYLOAD } from './payload-description.js';

/** A value with its name or its alias, or both. */
export interface SparkplugMetric {
  readonly name?: string;
  readonly alias?: string;
  readonly timestamp?: number;
  readonly datatype?: number;
  readonly historical: boolean;
  /** Not converted to its data type yet, which may appear only in the birth. */
  readonly raw: string | number | boolean | bigint | null;
}

export interface SparkplugPayload {
  readonly timestamp?: number;
  readonly metrics: readonly SparkplugMetric[];
}

interface RawMetric {
  name?: string;
  alias?: string;
  timestamp?: string;
  datatype?: number;
  is_historical?: boolean;
  is_null?: boolean;
  value?: 'int_value' | 'long_value' | 'float_value' | 'double_value' | 'boolean_value' | 'string_value' | 'bytes_value';
  int_value?: number;
  long_value?: string;
  float_value?: number;
  double_value?: number;
  boolean_value?: boolean;
  string_value?: string;
}

const MAX_METRICS = 10_000;
const OPTIONS: protobuf.IConversionOptions = { longs: String, bytes: String, oneofs: true };

/** A payload's metrics; undefined for invalid bytes. */
export function readSparkplugPayload(bytes: Uint8Array): SparkplugPayload | undefined {
  let raw: { timestamp?: string; metrics?: RawMetric[] };
  try {
    raw = SPARKPLUG_PAYLOAD.toObject(SPARKPLUG_PAYLOAD.decode(bytes), OPTIONS);
  } catch {
    return undefined;
  }
  const metrics = raw.metrics ?? [];
  if (metrics.length > MAX_METRICS) return undefined;
  return {
    ...timeOf(raw.timestamp),
    metrics: metrics.map((metric) => ({
      ...(metric.name !== undefined && metric.name !== '' && { name: metric.name }),
      ...(metric.alias !== undefined && { alias: metric.alias }),
      ...timeOf(metric.timestamp),
      ...(metric.datatype !== undefined && { datatype: metric.datatype }),
      historical: metric.is_historical === true,
      raw: valueOf(metric),
    })),
  };
}

function timeOf(text: string | undefined): { timestamp?: number } {
  const milliseconds = Number(text);
  return text !== undefined && Number.isSafeInteger(milliseconds) ? { timestamp: milliseconds } : {};
}

function valueOf(metric: RawMetric): SparkplugMetric['raw'] {
  if (metric.is_null === true || metric.value === undefined || metric.value === 'bytes_value') return null;
  if (metric.value === 'long_value') return BigInt(metric.long_value ?? 0);
  const value = metric[metric.value] ?? null;
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}

/** Bits of the signed types (Sparkplug 3.0, section 6.4.16), which are sent in unsigned fields. */
const SIGNED_BITS: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 };

/** The value converted to its data type, as JSON: whole numbers beyond 2^53 as text. */
export function typedValue(raw: SparkplugMetric['raw'], datatype: number | undefined): string | number | boolean | null {
  if (typeof raw !== 'bigint' && typeof raw !== 'number') return raw;
  const bits = SIGNED_BITS[datatype ?? 0];
  if (bits !== undefined && Number.isInteger(Number(raw))) return numberOf(BigInt.asIntN(bits, BigInt(raw)));
  return typeof raw === 'bigint' ? numberOf(raw) : raw;
}

function numberOf(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
