const Decoder = require('../../../decoder')
const HeaderDecoder = require('../../header/v0/decoder')
const TimestampTypes = require('../../../timestampTypes')

/**
 * v0
 * Record =>
 *   Length => Varint
 *   Attributes => Int8
 *   TimestampDelta => Varlong
 *   OffsetDelta => Varint
 *   Key => varInt|Bytes
 *   Value => varInt|Bytes
 *   Headers => [HeaderKey HeaderValue]
 *     HeaderKey => VarInt|String
 *     HeaderValue => VarInt|Bytes
 */

// Numbers where they are exact; a big integer a record costs more than the rest of it.
const sum = (text, delta) => {
  const result = Number(text) + Number(delta)
  return Number.isSafeInteger(result) ? String(result) : String(BigInt(text) + BigInt(delta))
}

const headersOf = decoder => {
  const headers = {}
  for (const { key, value } of decoder.readVarIntArray(HeaderDecoder)) {
    const before = Object.hasOwn(headers, key) ? headers[key] : undefined
    // Written into a plain object it would be its prototype.
    if (key === '__proto__') continue
    if (before === undefined) headers[key] = value
    else if (Array.isArray(before)) before.push(value)
    else headers[key] = [before, value]
  }
  return headers
}

// Where a record lies in its batch. Each part is cut out, or worked out, when it is asked for: a record that waits is
// one object for the garbage collector instead of a dozen.
class Record {
  constructor(batchContext, buffer, timestampDelta, offsetDelta, keyAt, keyLength, valueAt, valueLength, end) {
    this.batchContext = batchContext
    this.buffer = buffer
    this.timestampDelta = timestampDelta
    this.offsetDelta = offsetDelta
    this.keyAt = keyAt
    this.keyLength = keyLength
    this.valueAt = valueAt
    this.valueLength = valueLength
    this.end = end
  }

  get magicByte() {
    return this.batchContext.magicByte
  }

  // Record level attributes are presently unused
  get attributes() {
    return 0
  }

  get isControlRecord() {
    return this.batchContext.isControlBatch === true
  }

  get offset() {
    return sum(this.batchContext.firstOffset, this.offsetDelta)
  }

  // As a number, exact below 2^53
  get position() {
    return this.batchContext.firstPosition + this.offsetDelta
  }

  get timestamp() {
    const { firstTimestamp } = this.batchContext
    return this.appendTime || sum(firstTimestamp, this.timestampDelta)
  }

  // As a number of milliseconds
  get time() {
    return this.appendTime ? Number(this.appendTime) : this.batchContext.firstTime + Number(this.timestampDelta)
  }

  get appendTime() {
    const { timestampType, maxTimestamp } = this.batchContext
    return timestampType === TimestampTypes.LOG_APPEND_TIME ? maxTimestamp : undefined
  }

  get key() {
    return this.keyLength < 0 ? null : this.buffer.subarray(this.keyAt, this.keyAt + this.keyLength)
  }

  get value() {
    return this.valueLength < 0
      ? null
      : this.buffer.subarray(this.valueAt, this.valueAt + this.valueLength)
  }

  get headers() {
    return headersOf(new Decoder(this.headerBytes))
  }

  // As they came: their number, then names and values.
  get headerBytes() {
    return this.buffer.subarray(this.valueAt + Math.max(0, this.valueLength), this.end)
  }
}

module.exports = (decoder, batchContext = {}) => {
  const length = decoder.readVarInt()
  const end = decoder.offset + length
  decoder.offset += 1 // attributes
  const timestampDelta = decoder.readVarLong()
  const offsetDelta = decoder.readVarInt()
  const keyLength = decoder.readVarInt()
  const keyAt = decoder.offset
  decoder.offset += Math.max(0, keyLength)
  const valueLength = decoder.readVarInt()
  const valueAt = decoder.offset
  decoder.offset = end
  return new Record(batchContext, decoder.buffer, timestampDelta, offsetDelta, keyAt, keyLength, valueAt, valueLength, end)
}
