/** A sentence with its checksum. */
export const sentence = (body: string, start = '$'): string =>
  `${start}${body}*${[...body]
    .reduce((sum, character) => sum ^ character.charCodeAt(0), 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0')}`;
