import type { Received } from '../../reading/source.js';
import { beginningOf, keptApart } from '../reading-parts/unreadable.js';
import type { MqttMessage, PayloadReader } from './message.js';
import { Aliases } from './sparkplug/aliases.js';
import { readSparkplugPayload, type SparkplugPayload, typedValue } from './sparkplug/read-payload.js';

/** Message types with values; deaths, commands and states have none. */
const WITH_VALUES = new Set(['NBIRTH', 'DBIRTH', 'NDATA', 'DDATA']);

/**
 * Sparkplug B (Eclipse Sparkplug 3.0): each birth and data message becomes a document with its metrics by name, for a `map`. The standard
 * does not define which metric is a position. Names of aliases come from births and survive a restart.
 */
export class SparkplugReader implements PayloadReader {
  private readonly aliases: Aliases;

  constructor(place: unknown) {
    this.aliases = new Aliases(place);
  }

  place(): unknown {
    return this.aliases.place();
  }

  read({ topic, payload, retained }: MqttMessage): readonly Received[] {
    const [namespace, group, type, node, device] = topic.split('/');
    if (namespace === 'spBv1.0' && group === 'STATE') return [];
    if (namespace !== 'spBv1.0' || node === undefined)
      return [keptApart({ topic }, 'unreadable', `${topic} is no topic of Sparkplug B (spBv1.0/<group>/<type>/<node>[/<device>]).`)];
    if (!WITH_VALUES.has(type ?? '')) return [];
    const read = readSparkplugPayload(payload);
    if (read === undefined)
      return [keptApart({ topic, payload: beginningOf(payload) }, 'unreadable', `The message on ${topic} is no payload of Sparkplug B.`)];
    const place = `${group}/${node}`;
    if (type === 'NBIRTH') this.aliases.begin(place);
    const { metrics, unknown } = this.metricsOf(read, place, type === 'NBIRTH' || type === 'DBIRTH');
    const timestamp = read.timestamp ?? read.metrics.find((metric) => metric.timestamp !== undefined)?.timestamp;
    const document = {
      topic,
      group,
      node,
      ...(device !== undefined && { device }),
      type,
      retained,
      ...(timestamp !== undefined && { timestamp }),
      metrics,
    };
    if (unknown === undefined) return [{ document }];
    return [
      keptApart(
        document,
        'unreadable',
        `Metrics of ${topic} have aliases (${unknown} is one) that no birth has defined since the agent started. Let ` +
          `the node ${node} be born again (its command Node Control/Rebirth).`,
      ),
    ];
  }

  private metricsOf(
    { metrics }: SparkplugPayload,
    node: string,
    birth: boolean,
  ): { metrics: Record<string, unknown>; unknown: string | undefined } {
    const named = new Map<string, unknown>();
    let unknown: string | undefined;
    for (const { name, alias, datatype, raw } of metrics) {
      if (birth && name !== undefined && alias !== undefined)
        this.aliases.set(node, alias, { name, ...(datatype !== undefined && { datatype }) });
      const known = alias === undefined ? undefined : this.aliases.get(node, alias);
      const meant = name ?? known?.name;
      if (meant === undefined) unknown ??= alias ?? 'without a name';
      else named.set(meant, typedValue(raw, datatype ?? known?.datatype));
    }
    return { metrics: Object.fromEntries(named), unknown };
  }
}
