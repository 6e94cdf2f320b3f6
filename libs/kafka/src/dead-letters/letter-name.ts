/** The name of a dead letter, such as `commands:12` for offset 12 of object.commands.dead-letter. */
export interface LetterName {
  /** Short name of the topic, such as `commands` or `events`. */
  source: string;
  offset: number;
}

/** Parses a name; undefined if it is invalid. */
export function readLetterName(text: string, sources: readonly string[]): LetterName | undefined {
  const match = /^([a-z-]+):(\d{1,15})$/.exec(text);
  return match && sources.includes(match[1]!) ? { source: match[1]!, offset: Number(match[2]) } : undefined;
}

export function letterName({ source, offset }: LetterName): string {
  return `${source}:${offset}`;
}

/** Explains the format of a name, for errors. */
export function letterNameHint(sources: readonly string[]): string {
  return `write ${sources.map((source) => `${source}:OFFSET`).join(' or ')}, as list shows them`;
}
