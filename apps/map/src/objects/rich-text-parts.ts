import { safeLink } from '../actions/safe-link.js';

export type TextPart = { is: 'text' | 'bold' | 'italic'; text: string } | { is: 'link'; text: string; href: string };
export type TextBlock = { is: 'paragraph'; parts: readonly TextPart[] } | { is: 'list'; items: readonly (readonly TextPart[])[] };

const BULLET = /^\s*[-*]\s+/;
/** `[text](address)`, a bare address, `**bold**`, `*italic*`. The length of each alternative is limited, which limits backtracking. */
const MARKS = /\[([^[\]\n]{1,200})\]\(([^()\s]{1,1000})\)|(https?:\/\/[^\s<>"]{1,1000})|\*\*([^*\n]{1,500})\*\*|\*([^*\s][^*\n]{0,500})\*/g;
/** Punctuation after an address is not part of it. */
const AFTER_ADDRESS = /[.,;:!?)\]'*]+$/;

/** Parses the small part of Markdown that people often type. Only addresses that the app opens become links. */
export function richText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let items: TextPart[][] = [];
  const endList = (): void => {
    if (items.length > 0) blocks.push({ is: 'list', items });
    items = [];
  };
  for (const line of text.split('\n')) {
    if (BULLET.test(line)) {
      items.push(partsOf(line.replace(BULLET, '')));
      continue;
    }
    endList();
    if (line.trim() !== '') blocks.push({ is: 'paragraph', parts: partsOf(line) });
  }
  endList();
  return blocks;
}

function partsOf(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const plain = (to: number): void => {
    if (to > done) parts.push({ is: 'text', text: line.slice(done, to) });
    done = Math.max(done, to);
  };
  for (const found of line.matchAll(MARKS)) {
    const [whole, label, target, address, bold, italic] = found;
    const bare = address?.replace(AFTER_ADDRESS, '');
    const href = safeLink(target ?? bare ?? '');
    const end = found.index + (bare ?? whole).length;
    const part: TextPart | undefined =
      bold !== undefined
        ? { is: 'bold', text: bold }
        : italic !== undefined
          ? { is: 'italic', text: italic }
          : href !== undefined
            ? { is: 'link', text: label ?? bare!, href }
            : undefined;
    if (part === undefined) continue;
    plain(found.index);
    parts.push(part);
    done = end;
  }
  plain(line.length);
  return parts;
}
