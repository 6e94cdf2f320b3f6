import { MAX_DEPTH } from './json-scan.js';

/** The fault of a text that should be JSON; line and column count from 1, columns in UTF-16 code units. */
export interface JsonFault {
  detail: string;
  line: number;
  column: number;
}

class Fault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** Finds the first fault by slow and strict reading (RFC 8259), including duplicate names; undefined: there is none. */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    new Reader(text).document();
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.at);
    const lines = before.split('\n');
    return { detail: error.message, line: lines.length, column: lines.at(-1)!.length + 1 };
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS = ['true', 'false', 'null'];

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): void {
    this.blank();
    this.value(0);
    this.blank();
    if (this.at < this.text.length) throw new Fault(this.at, 'Something follows after the end of the value.');
  }

  private value(depth: number): void {
    const character = this.text[this.at];
    if (character === undefined) throw new Fault(this.at, 'The text ends where a value should begin.');
    if (character === '{') return this.object(depth + 1);
    if (character === '[') return this.array(depth + 1);
    if (character === '"') return void this.string();
    if (this.match(NUMBER) !== undefined) return;
    const word = WORDS.find((each) => this.text.startsWith(each, this.at));
    if (word === undefined) throw new Fault(this.at, `${shown(character)} cannot begin a value.`);
    this.at += word.length;
  }

  private object(depth: number): void {
    this.open(depth);
    if (this.taken('}')) return;
    const names = new Set<string>();
    do {
      this.blank();
      const start = this.at;
      if (this.text[start] !== '"') throw new Fault(start, `A name in double quotes is expected${this.found()}.`);
      const name = this.string();
      if (names.has(name)) throw new Fault(start, `The name ${shown(name)} is in this object twice.`);
      names.add(name);
      this.blank();
      if (!this.taken(':')) throw new Fault(this.at, `A colon is expected${this.found()}.`);
      this.blank();
      this.value(depth);
      this.blank();
    } while (this.taken(','));
    if (!this.taken('}')) throw new Fault(this.at, `A comma or } is expected${this.found()}.`);
  }

  private array(depth: number): void {
    this.open(depth);
    if (this.taken(']')) return;
    do {
      this.blank();
      this.value(depth);
      this.blank();
    } while (this.taken(','));
    if (!this.taken(']')) throw new Fault(this.at, `A comma or ] is expected${this.found()}.`);
  }

  private open(depth: number): void {
    if (depth > MAX_DEPTH) throw new Fault(this.at, `Nested more than ${MAX_DEPTH} levels deep.`);
    this.at += 1;
    this.blank();
  }

  private string(): string {
    const start = this.at;
    const found = this.match(STRING);
    if (found === undefined) throw new Fault(start, 'This string does not end, or holds a control character or an unknown escape.');
    return JSON.parse(found) as string;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private blank(): void {
    this.match(BLANK);
  }

  private taken(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private found(): string {
    const character = this.text[this.at];
    return character === undefined ? ', but the text ends' : `, not ${shown(character)}`;
  }
}

/** Quoted, with controls and lone surrogates escaped, and not at length. */
function shown(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
