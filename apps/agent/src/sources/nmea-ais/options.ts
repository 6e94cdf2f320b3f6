import type { ObjectSchema } from '../../reading/source.js';

/** Options of a source of the kind `nmea-ais`. */
export interface NmeaAisOptions {
  /** `tcp`: connects to a receiver. `udp`: listens for its datagrams. */
  readonly transport: 'tcp' | 'udp';
  readonly host?: string;
  readonly port: number;
  /** The id of the vehicle or site that carries the receiver, for its own position (GGA, RMC, GLL). Absent: those sentences are ignored. */
  readonly ownId?: string;
}

export const NMEA_AIS_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['transport', 'port'],
  allOf: [{ if: { properties: { transport: { const: 'tcp' } } }, then: { required: ['host'] } }],
  properties: {
    transport: {
      enum: ['tcp', 'udp'],
      description:
        'tcp: connects to a receiver. udp: listens for its datagrams. Neither acknowledges: what comes while the agent is away is lost.',
    },
    host: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Of tcp: the receiver. Of udp: the address of this machine to listen at; default all.',
    },
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    ownId: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'The id of what carries the receiver: its own position (RMC, GGA, GLL) is sent under it. Without it only AIS is read.',
    },
  },
};

export const NMEA_AIS_EXAMPLE = `name: quay
kind: nmea-ais
transport: tcp
host: ais-receiver.example
port: 10110
`;
