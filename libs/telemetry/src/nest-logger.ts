import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** Writes Nest's log entries to our log; its startup messages have level `debug`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  error = (message: unknown, ...rest: unknown[]): void => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]): void => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]): void => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]): void => this.write('fatal', message, rest);

  /** Nest passes (message, …, context), and for errors (message, stack, context). */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' && !last.includes('\n') ? last : undefined;
    const stack = rest.find((part): part is string => typeof part === 'string' && part.includes('\n    at '));
    const err = message instanceof Error ? message : rest.find((part) => part instanceof Error);
    this.logger[level](
      { context, stack, err },
      message instanceof Error ? message.message : typeof message === 'string' ? message : JSON.stringify(message),
    );
  }
}
