import type { DtoCheck } from '#contracts/dto/compiled-dto.js';
import { Problem } from '#problems/problem.js';

/** The body as its DTO defines it. @throws Problem 422 with the first fault and its location */
export function checkedBody<T extends object>(check: DtoCheck, body: unknown): T {
  const fault = check(body ?? {});
  if (fault === undefined) return (body ?? {}) as T;
  throw new Problem('invalid', fault.detail, { errors: [fault] });
}
