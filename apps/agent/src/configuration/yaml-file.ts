import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { type ConfigurationFault } from './configuration-error.js';

type Path = readonly (string | number)[];

const MAX_BYTES = 1024 * 1024;
/** A few references to one part are acceptable; a hundred that refer to each other would fill the memory. */
const MAX_ALIASES = 100;

/** A parsed YAML file that keeps the position of every value. */
export class YamlFile {
  private constructor(
    readonly value: unknown,
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
  ) {}

  /** The file, or the faults in its YAML. */
  static parse(text: string): YamlFile | readonly ConfigurationFault[] {
    if (Buffer.byteLength(text) > MAX_BYTES) return [{ path: '', detail: `is larger than ${MAX_BYTES / 1024} KiB.` }];
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
    if (document.errors.length > 0) {
      return document.errors.map(({ message, pos }) => {
        const { line, col } = lines.linePos(pos[0]);
        return { line, column: col, path: '', detail: `is no YAML here: ${message}` };
      });
    }
    try {
      return new YamlFile(document.toJS({ maxAliasCount: MAX_ALIASES }), document, lines);
    } catch (error) {
      return [{ path: '', detail: `is no YAML that can be read: ${(error as Error).message}` }];
    }
  }

  /** A fault at a value, or at the name of one of its members; for a missing value, at its parent. */
  fault(path: Path, detail: string, member?: string): ConfigurationFault {
    const whole = member === undefined ? path : [...path, member];
    const offset = (member === undefined ? undefined : this.nameOffset(path, member)) ?? this.offset(path);
    const place = offset === undefined ? undefined : this.lines.linePos(offset);
    return { ...(place && { line: place.line, column: place.col }), path: pathText(whole), detail };
  }

  private offset(path: Path): number | undefined {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? this.document.contents : this.document.getIn(path.slice(0, length), true);
      const range = (node as { range?: readonly [number, number, number] } | undefined)?.range;
      if (range) return range[0];
    }
    return undefined;
  }

  private nameOffset(path: Path, member: string): number | undefined {
    const node = path.length === 0 ? this.document.contents : this.document.getIn(path, true);
    const key = isMap(node) ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === member)?.key : undefined;
    return isScalar(key) ? key.range?.[0] : undefined;
  }
}

/** Such as `sources[0].map.fields["my field"].type`. */
function pathText(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : /^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`))
    .join('')
    .replace(/^\./, '');
}
