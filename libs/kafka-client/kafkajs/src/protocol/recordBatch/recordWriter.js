const Encoder = require('../encoder')

// Records are written one after the other into one buffer that is kept between requests: no buffer a record, no pass over
// its texts to learn their sizes first.
const FIRST_SIZE = 256 * 1024
const MAX_KEPT = 4 * 1024 * 1024
const SHORT = 48
const MOST_BYTES_OF_VARINT = 5

let scratch = Buffer.allocUnsafeSlow(FIRST_SIZE)

/** Bytes of the varint (zigzag) of a number that is not negative. */
const sizeOfLength = value => (value < 64 ? 1 : value < 8192 ? 2 : value < 1048576 ? 3 : value < 134217728 ? 4 : 5)

const writeVarInt = (at, value) => {
  let rest = ((value << 1) ^ (value >> 31)) >>> 0
  while (rest > 127) {
    scratch[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  scratch[at++] = rest
  return at
}

const writeVarLong = (at, value) => {
  if (value === 0) {
    scratch[at++] = 0
    return at
  }
  const { buffer } = new Encoder(16).writeVarLong(value)
  return at + buffer.copy(scratch, at)
}

/** Most bytes that the field can take: three a UTF-16 unit. */
const roomFor = value =>
  value == null ? 1 : MOST_BYTES_OF_VARINT + (Buffer.isBuffer(value) ? value.length : 3 * String(value).length)

const ensure = (at, bytes) => {
  if (at + bytes <= scratch.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(at + bytes, 2 * scratch.length))
  scratch.copy(larger, 0, 0, at)
  scratch = larger
}

const writeText = (at, text) => {
  const { length } = text
  const guess = sizeOfLength(length)
  if (length < SHORT) {
    // One byte a character, as nearly all are; the first that is not ends the attempt.
    let i = 0
    for (; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code > 127) break
      scratch[at + 1 + i] = code
    }
    if (i === length) {
      scratch[at] = length << 1
      return at + 1 + length
    }
  }
  const bytes = scratch.write(text, at + guess)
  const size = sizeOfLength(bytes)
  if (size !== guess) scratch.copyWithin(at + size, at + guess, at + guess + bytes)
  writeVarInt(at, bytes)
  return at + size + bytes
}

const writeField = (at, value) => {
  if (value == null) return writeVarInt(at, -1)
  ensure(at, roomFor(value))
  if (!Buffer.isBuffer(value)) return writeText(at, typeof value === 'string' ? value : String(value))
  const start = writeVarInt(at, value.length)
  value.copy(scratch, start)
  return start + value.length
}

const writeHeader = (at, name, value) => {
  const next = writeField(at, name)
  ensure(next, MOST_BYTES_OF_VARINT)
  return writeField(next, value)
}

const writeHeaders = (at, headers) => {
  const names = Object.keys(headers)
  let count = 0
  for (const name of names) count += Array.isArray(headers[name]) ? headers[name].length : 1
  let next = writeVarInt(at, count)
  for (const name of names) {
    const value = headers[name]
    if (!Array.isArray(value)) next = writeHeader(next, name, value)
    else for (const each of value) next = writeHeader(next, name, each)
  }
  return next
}

const writeRecord = (at, { key, value, headers = {} }, offsetDelta, timestampDelta) => {
  ensure(at, 64)
  // The length of the record comes first and is known last; two bytes hold that of most.
  const start = at + 2
  scratch[start] = 0 // no used record attributes at the moment
  let next = writeVarLong(start + 1, timestampDelta)
  next = writeVarInt(next, offsetDelta)
  next = writeField(next, key)
  ensure(next, MOST_BYTES_OF_VARINT)
  next = writeField(next, value)
  ensure(next, MOST_BYTES_OF_VARINT)
  next = writeHeaders(next, headers)
  const length = next - start
  const size = sizeOfLength(length)
  if (size !== 2) {
    ensure(next, MOST_BYTES_OF_VARINT)
    scratch.copyWithin(at + size, start, next)
  }
  writeVarInt(at, length)
  return at + size + length
}

/**
 * @param {object[]} messages of one partition
 * @param {number} headroom bytes to leave free in front
 * @returns {Buffer} with the records behind the headroom
 */
module.exports = (messages, { headroom, firstTimestamp, now }) => {
  let at = 0
  for (let i = 0; i < messages.length; i++) {
    at = writeRecord(at, messages[i], i, (messages[i].timestamp || now) - firstTimestamp)
  }
  const written = Buffer.allocUnsafeSlow(headroom + at)
  scratch.copy(written, headroom, 0, at)
  if (scratch.length > MAX_KEPT) scratch = Buffer.allocUnsafeSlow(FIRST_SIZE)
  return written
}
