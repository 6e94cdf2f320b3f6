import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { catchError, type Observable, throwError } from 'rxjs';
import { Problem } from '#problems/problem.js';
import { databaseFault } from './database-errors.js';

/** Turns errors of an unavailable or busy database into 503, since the request is not at fault and the caller may retry. */
export class DatabaseProblems implements NestInterceptor {
  /** @param detail what is not possible now, and the remedy */
  constructor(private readonly detail: string) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (error instanceof Problem || databaseFault(error) === 'other') return throwError(() => error);
        return throwError(() => new Problem('unavailable', this.detail, { headers: { 'retry-after': '1' }, cause: error }));
      }),
    );
  }
}
