import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { Admission } from '../checks/admission.js';
import { readBody } from '../checks/body-bytes.js';
import { checkJsonType } from '../checks/content-type.js';
import { parseJsonBody } from '../checks/json-body.js';

const MAX_CALLS = 512;
/** Limit of all bodies together, in addition to the largest single one. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Bodies of calls that are forwarded: read within limits, checked as one JSON object, forwarded unchanged. */
export class RequestBodies {
  private readonly admission: Admission;

  constructor(private readonly maxBodyBytes: number) {
    this.admission = new Admission(MAX_CALLS, MAX_BYTES + maxBodyBytes);
  }

  /**
   * The body; undefined if the call has none.
   * @throws Problem 400 with line and column, 413, 415, 422 for a value that is not an object or has a duplicate name, 503
   */
  async of({ raw }: FastifyRequest): Promise<Buffer | undefined> {
    const { headers } = raw;
    if (headers['content-length'] === '0' || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined))
      return undefined;
    checkJsonType(raw);
    const admitted = this.admission.enter();
    try {
      return checkedObject(await readBody(raw, this.maxBodyBytes, admitted));
    } finally {
      admitted.leave();
    }
  }
}

function checkedObject(body: Buffer): Buffer {
  const value = parseJsonBody(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return body;
  const detail = 'must be an object';
  throw new Problem('invalid', `The body ${detail}.`, { errors: [{ pointer: '', detail }] });
}
