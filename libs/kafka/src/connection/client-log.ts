import type { Logger } from 'pino';
import { type logCreator, type LogEntry, logLevel } from '#kafka-client';
import type { AccessNames } from './broker-access.js';
import { connectionAdvice } from './connection-advice.js';

type Write = (logger: Logger, details: object, text: string) => void;

// The client logs every reconnect as an error. Its caller decides which failures are errors, and logs those.
const WRITES: Record<number, Write> = {
  [logLevel.ERROR]: (logger, details, text) => logger.warn(details, text),
  [logLevel.WARN]: (logger, details, text) => logger.warn(details, text),
  [logLevel.INFO]: (logger, details, text) => logger.debug(details, text),
  [logLevel.DEBUG]: (logger, details, text) => logger.trace(details, text),
};

// Logged for every producer; the few retries are intended (reliability, section 1, rule 3).
const EXPECTED = 'Limiting retries for the idempotent producer may invalidate EoS guarantees';
/** While a broker is down, the client logs the same message many times a second. */
const QUIET_MS = 10_000;
const REMEMBERED = 200;

/**
 * Logs the client's lines through pino with `component: "kafkajs"`, one level lower and without repetitions; with advice if the settings in
 * `names` may be the cause.
 */
export function kafkaLogCreator(logger: Logger, names: AccessNames): logCreator {
  const child = logger.child({ component: 'kafkajs' });
  const repeated = repetitions();
  return () => (entry: LogEntry) => {
    const { message, timestamp: _at, logger: _name, ...details } = entry.log;
    if (message === EXPECTED) return;
    if (entry.level <= logLevel.WARN && repeated(`${entry.namespace} ${message}`)) return;
    const advice = entry.level <= logLevel.WARN ? connectionAdvice(new Error(`${message} ${details['error']}`), names) : undefined;
    WRITES[entry.level]?.(child, { ...details, part: entry.namespace }, advice === undefined ? message : `${message}. ${advice}`);
  };
}

/** Whether the same message was logged a short time ago. */
function repetitions(): (text: string) => boolean {
  const loggedAt = new Map<string, number>();
  return (text) => {
    const now = performance.now();
    const last = loggedAt.get(text);
    if (last !== undefined && now - last < QUIET_MS) return true;
    if (loggedAt.size >= REMEMBERED) loggedAt.clear();
    loggedAt.set(text, now);
    return false;
  };
}
