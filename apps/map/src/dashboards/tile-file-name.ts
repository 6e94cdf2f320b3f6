/** A file's name from a title. */
export const fileNameOf = (title: string): string =>
  `${
    title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'waymark'
  }.csv`;
