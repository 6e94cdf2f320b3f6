import fc from 'fast-check';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { PacketBound, PacketTooLargeError } from '../../../src/sources/mqtt/packet-bound.js';

const MAX_BYTES = 300;

/** The output when the bytes arrive in pieces that end at the cuts. */
function through(bound: PacketBound, bytes: Buffer, cuts: readonly number[]): Buffer {
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((one, other) => one - other);
  return Buffer.concat(ends.flatMap((end, index) => bound.take(bytes.subarray(ends[index - 1] ?? 0, end))));
}

const message = (payloadBytes: { min: number; max: number }): fc.Arbitrary<IPublishPacket> =>
  fc
    .record({
      topic: fc.stringMatching(/^[a-zé/]{1,40}$/),
      payload: fc.uint8Array({ minLength: payloadBytes.min, maxLength: payloadBytes.max }),
      qos: fc.constantFrom(0, 1),
      retain: fc.boolean(),
      dup: fc.boolean(),
      messageId: fc.integer({ min: 1, max: 65_535 }),
    })
    .map(({ payload, qos, dup, ...rest }) => ({
      cmd: 'publish' as const,
      ...rest,
      qos: qos as 0 | 1,
      dup: qos === 1 && dup,
      payload: Buffer.from(payload),
    }));
const small = message({ min: 0, max: 120 });
const large = message({ min: 300, max: 20_000 });
const answers: fc.Arbitrary<Packet> = fc.constantFrom<Packet>(
  { cmd: 'pingresp' },
  { cmd: 'connack', sessionPresent: true, returnCode: 0, reasonCode: 0 },
  { cmd: 'suback', messageId: 7, granted: [1, 0] },
);
const cuts = fc.array(fc.nat(), { maxLength: 40 });

describe.each([
  ['3.1.1', 4],
  ['5', 5],
] as const)('MQTT %s', (version, protocolVersion) => {
  const bytesOf = (packets: readonly Packet[]): Buffer => Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion })));

  it('passes packets within the limit byte for byte, wherever they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(small, answers), { maxLength: 8 }), cuts, (packets, at) => {
        const bytes = bytesOf(packets);
        expect(through(new PacketBound(MAX_BYTES, version), bytes, at).equals(bytes)).toBe(true);
      }),
    );
  });

  it('passes everything but the payload of larger messages, with any neighbours and wherever they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(small, answers, large), { maxLength: 8 }), cuts, (packets, at) => {
        const bound = new PacketBound(MAX_BYTES, version);
        const came: Packet[] = [];
        const reading = parser({ protocolVersion } as never);
        reading.on('packet', (packet: Packet) => came.push(packet));
        reading.on('error', (error) => expect.fail(String(error)));
        reading.parse(through(bound, bytesOf(packets), at));
        expect(came.map(({ cmd }) => cmd)).toEqual(packets.map(({ cmd }) => cmd));
        for (const [index, packet] of came.entries()) {
          if (packet.cmd !== 'publish') continue;
          const sent = packets[index] as IPublishPacket;
          expect([packet.topic, packet.qos, packet.retain, packet.dup, packet.messageId]).toEqual([
            sent.topic,
            sent.qos,
            sent.retain,
            sent.dup,
            sent.qos === 1 ? sent.messageId : undefined,
          ]);
          const payload = packet.payload as Buffer;
          // In MQTT 5 the byte for empty properties also counts.
          if (sent.payload.length >= 300) expect(bound.sizeOf(payload)).toBe(sent.payload.length + (version === '5' ? 1 : 0));
          else expect([payload.equals(sent.payload as Buffer), bound.sizeOf(payload)]).toEqual([true, undefined]);
        }
        expect(bound.underWay).toBe(false);
      }),
    );
  });

  it('gives the same result for every single cut, and byte by byte', () => {
    const packets: Packet[] = [
      { cmd: 'publish', topic: 'a/b', payload: 'x', qos: 1, messageId: 258, dup: false, retain: false },
      { cmd: 'publish', topic: 'l', payload: 'y'.repeat(700), qos: 1, messageId: 3, dup: true, retain: true },
      { cmd: 'pingresp' },
      { cmd: 'publish', topic: 'c', payload: 'z'.repeat(200), qos: 0, dup: false, retain: false },
    ];
    const bytes = bytesOf(packets);
    const lengths = new Set(
      Array.from({ length: bytes.length }, (_, cut) => through(new PacketBound(MAX_BYTES, version), bytes, [cut]).length),
    );
    lengths.add(
      through(
        new PacketBound(MAX_BYTES, version),
        bytes,
        Array.from({ length: bytes.length }, (_, cut) => cut),
      ).length,
    );
    expect([...lengths]).toEqual([through(new PacketBound(MAX_BYTES, version), bytes, []).length]);
  });
});

it('does not store skipped data', () => {
  const bound = new PacketBound(128 * 1024, '3.1.1');
  const [header, rest] = [Buffer.from([0x32, 0x80, 0x80, 0x80, 0x20]), 64 * 1024 * 1024];
  let passed = Buffer.concat(bound.take(Buffer.concat([header, Buffer.from('\0\u0003a/b\0\u0009', 'latin1')])));
  const piece = Buffer.alloc(64 * 1024);
  for (let left = rest - 7; left > 0; left -= piece.length)
    passed = Buffer.concat([passed, ...bound.take(left < piece.length ? piece.subarray(0, left) : piece)]);
  expect(bound.underWay).toBe(false);
  expect(passed.length).toBeLessThan(60);
  expect(bound.sizeOf(passed.subarray(9))).toBe(rest - 7);
});

it('recognises no payload from another writer', () => {
  const [one, other] = [new PacketBound(MAX_BYTES, '3.1.1'), new PacketBound(MAX_BYTES, '3.1.1')];
  const passed = Buffer.concat(
    one.take(generate({ cmd: 'publish', topic: 't', payload: 'x'.repeat(400), qos: 0, dup: false, retain: false })),
  );
  expect(one.sizeOf(passed.subarray(5))).toBe(400);
  expect(other.sizeOf(passed.subarray(5))).toBeUndefined();
  expect(one.sizeOf(Buffer.alloc(0))).toBeUndefined();
});

it('refuses a large packet that is not a message, and leaves invalid packets to the parser', () => {
  const suback = Buffer.from([0x90, 0xff, 0xff, 0xff, 0x7f]);
  expect(() => new PacketBound(MAX_BYTES, '3.1.1').take(suback)).toThrow(PacketTooLargeError);
  const noLength = Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]);
  expect(Buffer.concat(new PacketBound(MAX_BYTES, '3.1.1').take(noLength)).equals(noLength)).toBe(true);
});
