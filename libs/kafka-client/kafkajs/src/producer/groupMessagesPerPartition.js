module.exports = ({ topic, partitionMetadata, messages, partitioner }) => {
  if (partitionMetadata.length === 0) {
    return {}
  }

  const result = {}
  for (const message of messages) {
    const partition = partitioner({ topic, partitionMetadata, message })
    const current = result[partition]
    if (current) {
      current.push(message)
    } else {
      result[partition] = [message]
    }
  }
  return result
}
