import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { catchError, throwError, type Observable } from 'rxjs';
import { databaseFault } from '#postgres/database-errors.js';
import { Problem } from '#problems/problem.js';

/** A database that is away or busy is no fault of the request: 503, and the caller may try again. */
export class DatabaseProblems implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (error instanceof Problem || databaseFault(error) === 'other') return throwError(() => error);
        return throwError(() => new Problem('unavailable', 'The projection can not be read at the moment. Try again.', { headers: { 'retry-after': '1' }, cause: error }));
      }),
    );
  }
}
