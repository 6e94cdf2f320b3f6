import jsonata from 'jsonata';
import { simplePath, WAY_OVER_A_LIST } from './simple-path.js';

/** Limits of one evaluation. A longer one would block all sources of the agent. */
const BOUNDS = { timeout: 100, stack: 200, sequence: 10_000 };
const MAX_LENGTH = 4096;

/** An expression of a `map`, compiled. */
export interface Expression {
  /** The result for a document; `reading` is available as `$reading`. @throws Error when it fails or takes too long */
  evaluate(document: unknown, reading: unknown): unknown;
}

/** What is wrong with an expression, and at which character (from 0). */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';

  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** Compiles a JSONata expression. @throws ExpressionError */
export function compileExpression(text: string): Expression {
  if (text.length > MAX_LENGTH) throw new ExpressionError(`is longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  const direct = simplePath(text.trim());
  const whole = compiled(text);
  if (direct === undefined) return { evaluate: (document, reading) => evaluated(whole, document, reading) };
  return {
    evaluate(document, reading) {
      const value = direct(document);
      return value === WAY_OVER_A_LIST ? evaluated(whole, document, reading) : value;
    },
  };
}

function compiled(text: string): jsonata.Expression {
  try {
    const expression = jsonata(text, BOUNDS);
    // Data from a device must never run as a program.
    expression.registerFunction('eval', () => {
      throw new Error('$eval is not allowed here');
    });
    return expression;
  } catch (error) {
    const { message, position } = error as jsonata.JsonataError;
    throw new ExpressionError(`is no JSONata: ${message}`, Math.max(0, (position ?? 1) - 1));
  }
}

async function evaluated(expression: jsonata.Expression, document: unknown, reading: unknown): Promise<unknown> {
  try {
    const value: unknown = await expression.evaluate(document, { reading });
    // In JSONata, functions are values.
    return typeof value === 'function' ? undefined : value;
  } catch (error) {
    throw new Error(String((error as { message?: unknown }).message ?? error).slice(0, 200), { cause: error });
  }
}
