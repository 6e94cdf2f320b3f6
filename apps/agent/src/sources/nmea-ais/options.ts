import { type Static, Type } from 'typebox';

/** Options of a source of the kind `nmea-ais`. */
export const NMEA_AIS_SCHEMA = Type.Object(
  {
    transport: Type.Enum(['tcp', 'udp'], {
      description:
        'tcp: connects to a receiver. udp: listens for its datagrams. Neither acknowledges: what comes while the agent is away is lost.',
    }),
    host: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Of tcp: the receiver. Of udp: the address of this machine to listen at; default all.',
      }),
    ),
    port: Type.Integer({ minimum: 0, maximum: 65_535 }),
    ownId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'The id of what carries the receiver: its own position (RMC, GGA, GLL) is sent under it. Without it only AIS is read.',
      }),
    ),
  },
  { allOf: [{ if: { properties: { transport: { const: 'tcp' } } }, then: { required: ['host'] } }] },
);
export type NmeaAisOptions = Static<typeof NMEA_AIS_SCHEMA>;

export const NMEA_AIS_EXAMPLE = `name: quay
kind: nmea-ais
transport: tcp
host: ais-receiver.example
port: 10110
`;
