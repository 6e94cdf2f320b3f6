import type { FastifyRequest } from 'fastify';
import { Admission } from '../checks/admission.js';
import { readBody } from '../checks/body-bytes.js';
import { checkJsonType } from '../checks/content-type.js';
import { parseJsonBody } from '../checks/json-body.js';

const MAX_CALLS = 64;
/** The outline of an area with all the vertices that one may have. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Bodies of queries: read within limits, checked as JSON, forwarded unchanged. */
export class QuestionBodies {
  private readonly admission = new Admission(MAX_CALLS, 16 * MAX_BODY_BYTES);

  /** @throws Problem for a body that is too large or not JSON */
  async read({ raw }: FastifyRequest): Promise<Buffer> {
    checkJsonType(raw);
    const admitted = this.admission.enter();
    try {
      const body = await readBody(raw, MAX_BODY_BYTES, admitted);
      parseJsonBody(body);
      return body;
    } finally {
      admitted.leave();
    }
  }
}
