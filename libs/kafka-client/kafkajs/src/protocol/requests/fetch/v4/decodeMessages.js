const Decoder = require('../../../decoder')
const MessageSetDecoder = require('../../../messageSet/decoder')
const crc32C = require('../../../recordBatch/crc32C')
const { crc32 } = require('zlib')
const RecordBatchDecoder = require('../../../recordBatch/v0/decoder')
const { MAGIC_BYTE } = require('../../../recordBatch/v0')

// the magic offset is at the same offset for all current message formats, but the 4 bytes
// between the size and the magic is dependent on the version.
const MAGIC_OFFSET = 16
const RECORD_BATCH_OVERHEAD = 49

// Waymark: what is said of a batch that is damaged, for the reader: `messages.damaged`. Nothing of it, and of what follows, is in the messages.
const LENGTH_AT = 8
const BEHIND_LENGTH = 12
const CRC_AT = 17
const LAST_OFFSET_DELTA_AT = 23
const SMALLEST_BATCH = 61
const SMALLEST_RECORD = 7
const OLD_CRC_AT = 12
const OLD_CHECKED_FROM = 16

/** Where a whole batch begins whose checksum fits. */
const isWhole = (buffer, at) => {
  if (at + SMALLEST_BATCH > buffer.length || buffer[at + MAGIC_OFFSET] !== MAGIC_BYTE) return false
  const end = at + BEHIND_LENGTH + buffer.readInt32BE(at + LENGTH_AT)
  return (
    end >= at + SMALLEST_BATCH &&
    end <= buffer.length &&
    crc32C(buffer.subarray(at + CRC_AT + 4, end)) === buffer.readUInt32BE(at + CRC_AT)
  )
}

/** The offset behind a damaged batch: that of a whole one which follows, else what its header says, else undefined. */
const offsetBehind = (buffer, at) => {
  if (at + SMALLEST_BATCH > buffer.length) return undefined
  const length = buffer.readInt32BE(at + LENGTH_AT)
  const end = at + BEHIND_LENGTH + length
  const first = Number(buffer.readBigInt64BE(at))
  if (length > 0 && isWhole(buffer, end)) return Number(buffer.readBigInt64BE(end))
  const delta = buffer.readInt32BE(at + LAST_OFFSET_DELTA_AT)
  return delta >= 0 && delta <= length / SMALLEST_RECORD ? first + delta + 1 : undefined
}

/** Messages of the formats before record batches, each with a checksum of its own. */
const decodeOldMessages = async buffer => {
  let at = 0
  let damaged
  while (at + OLD_CHECKED_FROM < buffer.length && !damaged) {
    const end = at + BEHIND_LENGTH + buffer.readInt32BE(at + LENGTH_AT)
    if (end > buffer.length && at > 0) break
    if (
      end <= at + OLD_CHECKED_FROM ||
      end > buffer.length ||
      crc32(buffer.subarray(at + OLD_CHECKED_FROM, end)) !== buffer.readUInt32BE(at + OLD_CRC_AT)
    ) {
      damaged = { reason: 'its checksum (CRC-32) does not fit its contents' }
    } else {
      at = end
    }
  }
  const messages = at === 0 ? [] : await MessageSetDecoder(new Decoder(buffer.subarray(0, at)), at)
  if (damaged) messages.damaged = damaged
  return messages
}

const decodeMessages = async decoder => {
  const messagesSize = decoder.readInt32()

  if (messagesSize <= 0 || !decoder.canReadBytes(messagesSize)) {
    return []
  }

  const messagesBuffer = decoder.readBytes(messagesSize)
  const messagesDecoder = new Decoder(messagesBuffer)
  const magicByte = messagesBuffer.slice(MAGIC_OFFSET).readInt8(0)

  if (magicByte === MAGIC_BYTE) {
    const records = []

    let behind = -Infinity
    let before = 0

    while (messagesDecoder.canReadBytes(RECORD_BATCH_OVERHEAD)) {
      const at = messagesDecoder.offset
      try {
        const firstOffset = Number(messagesBuffer.readBigInt64BE(at))
        if (firstOffset < behind) {
          // The checksum is not of the offset: one of the two is wrong.
          records.length = before
          records.damaged = { reason: 'its offsets are not between those around it' }
          break
        }
        const recordBatch = await RecordBatchDecoder(messagesDecoder)
        before = records.length
        records.push(...recordBatch.records)
        behind = firstOffset + recordBatch.lastOffsetDelta + 1
      } catch (e) {
        if (e.name === 'KafkaJSDamagedBatchError') {
          records.damaged = { reason: e.message, next: offsetBehind(messagesBuffer, at) }
          break
        }

        // The first batch is always sent whole.
        if (e.name === 'KafkaJSPartialMessageError' && at === 0) {
          records.damaged = { reason: 'it is shorter than its length says' }
          break
        }

        // The tail of the record batches can have incomplete records
        // due to how maxBytes works. See https://cwiki.apache.org/confluence/display/KAFKA/A+Guide+To+The+Kafka+Protocol#AGuideToTheKafkaProtocol-FetchAPI
        if (e.name === 'KafkaJSPartialMessageError') {
          break
        }

        throw e
      }
    }

    return records
  }

  return decodeOldMessages(messagesBuffer)
}

module.exports = decodeMessages
