import { tlsAdvice, withoutPlaces } from './tls-advice.js';

const MAX_LENGTH = 300;

/**
 * The error in one line, with advice for certificate errors.
 * @param option the member of the configuration that contains the certificates
 */
export function errorText(error: unknown, option = 'tls'): string {
  const line = errorLine(error);
  const advice = tlsAdvice(error, option);
  return advice === undefined ? line : `${line}${/[.!?…]$/.test(line) ? '' : '.'} ${advice}`;
}

/** The same as a sentence, so that text can follow. */
export function errorSentence(error: unknown): string {
  const text = errorText(error);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The message with its causes, or the code of a system error without a message. */
export function errorLine(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error, depth = 0; at !== undefined && at !== null && depth < 4; depth++) {
    const { message, code, cause, errors } = at as { message?: unknown; code?: unknown; cause?: unknown; errors?: unknown };
    const text =
      typeof message === 'string' && message !== ''
        ? withoutPlaces(message)
        : typeof code === 'string'
          ? code
          : typeof at === 'object'
            ? ''
            : String(at);
    if (text !== '' && !parts.some((part) => part.includes(text))) parts.push(text);
    // For an address with several hosts, each of which failed.
    at = cause ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  }
  const line = parts.join(': ').replaceAll(/\s+/g, ' ').trim() || 'unknown error';
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
