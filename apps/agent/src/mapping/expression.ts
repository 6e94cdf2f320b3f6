import jsonata from 'jsonata';
import { simplePath, WAY_OVER_A_LIST } from './simple-path.js';

/** What one evaluation may take. A mapping that takes longer would hold up all sources of the agent. */
const BOUNDS = { timeout: 100, stack: 200, sequence: 10_000 };
const MAX_LENGTH = 4096;

/** An expression of a `map`, compiled. */
export interface Expression {
  /** What it gives for a document; `reading` can be read in it as `$reading`. @throws Error when it fails or takes too long */
  evaluate(document: unknown, reading: unknown): unknown;
}

/** What is wrong with an expression, and at which of its characters (from 0). */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';

  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** Compiles an expression of JSONata. @throws ExpressionError */
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
    // What a device sends is never taken for a program.
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
    // Functions are values in JSONata.
    return typeof value === 'function' ? undefined : value;
  } catch (error) {
    throw new Error(String((error as { message?: unknown }).message ?? error).slice(0, 200), { cause: error });
  }
}
