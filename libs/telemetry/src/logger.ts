import { type Logger, type LoggerOptions, pino } from 'pino';
import { standardOutput } from './log-output.js';

export type { Logger } from 'pino';
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRET_NAMES = [
  'authorization',
  'token',
  'secret',
  'password',
  'cookie',
  'internalToken',
  'databaseUrl',
  'kafkaPassword',
  'kafkaKey',
];
const CENSORED_PATHS = [...SECRET_NAMES, '["set-cookie"]', '["x-waymark-internal"]'].flatMap((name) => {
  const dot = name.startsWith('[') ? '' : '.';
  return [name, `*${dot}${name}`, `*.headers${dot}${name}`];
});

/** `user:password@` in a URL, and anything that looks like a JWT, anywhere in a message. */
const SECRET_TEXT = /(?<=:\/\/[^\s:/@]*:)[^\s@/]+(?=@)|\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;

export function withoutSecrets(line: string): string {
  return line.replace(SECRET_TEXT, '***');
}

export interface LogIdentity {
  service: string;
  instance: string;
  level: LogLevel;
}

/**
 * One JSON line per entry on stdout: `{level, time, service, instance, msg, …}`, with times in RFC 3339 UTC. Known secret properties,
 * passwords in URLs and tokens are replaced by `***`. While lines cannot be written, they are dropped and counted
 * (`waymark_log_lines_dropped_total`).
 */
export function createLogger(identity: LogIdentity): Logger {
  const { service, instance } = identity;
  const report = (lines: number): string =>
    `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), service, instance, lines, msg: 'Log lines were dropped here: they could not be written.' })}\n`;
  return pino(loggerOptions(identity), standardOutput(report));
}

export function loggerOptions(identity: LogIdentity): LoggerOptions {
  return {
    level: identity.level,
    base: { service: identity.service, instance: identity.instance },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: CENSORED_PATHS, censor: '***' },
    hooks: { streamWrite: withoutSecrets },
  };
}
