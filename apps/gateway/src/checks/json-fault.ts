import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { MAX_DEPTH } from './json-scan.js';

/** The fault of a text that should be JSON; line and column count from 1, columns in UTF-16 code units. */
export interface JsonFault {
  detail: string;
  line: number;
  column: number;
}

class Fault extends Error {
  constructor(readonly fault: JsonFault) {
    super(fault.detail);
  }
}

/** Finds the first fault, including duplicate names, with a slow and strict parser (RFC 8259); undefined if there is none. */
export function findJsonFault(text: string): JsonFault | undefined {
  /** The enclosing objects and arrays of the current position: the names so far of each object; undefined for an array. */
  const around: (Set<string> | undefined)[] = [];
  // Thrown at the first fault: otherwise the parser would continue and could overflow the stack.
  const fail = (detail: string, line: number, column: number): never => {
    throw new Fault({ detail, line: line + 1, column: column + 1 });
  };
  const enter = (names: Set<string> | undefined, line: number, column: number): void => {
    if (around.push(names) > MAX_DEPTH) fail(`Nested more than ${MAX_DEPTH} levels deep.`, line, column);
  };
  const leave = (): void => void around.pop();
  try {
    visit(
      text,
      {
        onObjectBegin: (_offset, _length, line, column) => enter(new Set(), line, column),
        onArrayBegin: (_offset, _length, line, column) => enter(undefined, line, column),
        onObjectEnd: leave,
        onArrayEnd: leave,
        onObjectProperty(name, _offset, _length, line, column) {
          const names = around.at(-1)!;
          if (names.has(name)) fail(`The name ${shown(name)} appears twice in this object.`, line, column);
          names.add(name);
        },
        onError: (code, offset, length, line, column) =>
          fail(detailOf(code, text.slice(offset, offset + Math.min(length, 1)), around.at(-1) !== undefined), line, column),
      },
      { disallowComments: true },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.fault;
  }
}

/** @param found one character at the fault, never more: it may belong to an unquoted secret; empty at the end of the text */
function detailOf(code: ParseErrorCode, found: string, isInObject: boolean): string {
  const expected = (what: string): string => `${what} is expected${found === '' ? ', but the text ends' : `, not ${shown(found)}`}.`;
  switch (printParseErrorCode(code)) {
    case 'PropertyNameExpected':
      return expected('A name in double quotes');
    case 'ColonExpected':
      return expected('A colon');
    case 'CommaExpected':
      return expected(isInObject ? 'A comma or }' : 'A comma or ]');
    case 'CloseBraceExpected':
      return expected('}');
    case 'CloseBracketExpected':
      return expected(']');
    case 'ValueExpected':
      return expected('A value');
    case 'EndOfFileExpected':
      return 'There is text after the end of the value.';
    case 'UnexpectedEndOfString':
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
    case 'InvalidCharacter':
      return 'This string does not end, or contains a control character or an unknown escape sequence.';
    case 'UnexpectedEndOfNumber':
      return 'This number is not complete.';
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return 'JSON has no comments.';
    default:
      return 'This is not JSON: only numbers, true, false and null are written without double quotes.';
  }
}

/** The text in quotes, shortened, with control characters and lone surrogates escaped. */
function shown(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
