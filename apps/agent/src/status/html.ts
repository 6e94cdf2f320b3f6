/** A piece of HTML that is safe to show. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | undefined | Html | readonly Html[];

/** HTML with values; every value except HTML is escaped. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(texts.reduce((before, text, index) => before + ofPart(values[index - 1]) + text));
}

function ofPart(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part)
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
