/** Kind of a database failure, which decides how it is handled. */
export type DatabaseFault = 'away' | 'read-only' | 'full' | 'busy' | 'other';

const AWAY = /^(08|57P)|^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|EHOSTUNREACH|EAI_AGAIN)$/;
const AWAY_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Client was closed/i;

/** The kind of an error thrown by pg, by its SQLSTATE or socket code. All except `other` are temporary: retry with back-off. */
export function databaseFault(error: unknown): DatabaseFault {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') {
    if (code === '25006') return 'read-only';
    if (code === '53100') return 'full';
    if (code.startsWith('53') || code === '40001' || code === '40P01' || code === '55P03' || code === '57014') return 'busy';
    if (AWAY.test(code)) return 'away';
  }
  if (typeof message === 'string' && AWAY_MESSAGE.test(message)) return 'away';
  if (error instanceof AggregateError) return databaseFault(error.errors[0]);
  return 'other';
}
