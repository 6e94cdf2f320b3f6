import type { DtoCheck } from '#contracts/dto/compiled-dto.js';
import { Problem } from '#problems/problem.js';

/** The body as its DTO says it. @throws Problem 422 naming the first fault and where it is */
export function checkedBody<T extends object>(check: DtoCheck, body: unknown): T {
  const fault = check(body ?? {});
  if (fault === undefined) return (body ?? {}) as T;
  throw new Problem('invalid', fault.detail, { errors: [fault] });
}
