import { promisify } from 'node:util';
import zlib from 'node:zlib';
import kafkajs from '#kafka-client';

const compress = promisify(zlib.zstdCompress);
const decompress = promisify(zlib.zstdDecompress);

/** A record batch has at most a few MB; this limit keeps a malicious one from filling the memory. */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/** Adds zstd to kafkajs; without it, one zstd batch stops a consumer permanently (reliability, section 1, rule 13). */
export function registerZstd(): void {
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => ({
    compress: (encoder: { buffer: Buffer }) => compress(encoder.buffer),
    decompress: (buffer: Buffer) => decompress(buffer, { maxOutputLength: MAX_INFLATED_BYTES }),
  });
}
