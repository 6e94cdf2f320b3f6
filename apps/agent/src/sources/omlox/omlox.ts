import type { SourceKind } from '../../reading/source.js';
import { checkHub } from './check-hub.js';
import { hubRereader } from './hub-rereader.js';
import { OmloxRun } from './omlox-run.js';
import { OMLOX_EXAMPLE, OMLOX_SCHEMA, type OmloxOptions } from './options.js';

/** A location hub of the omlox interface, version 2: positions, floors and fences from any locating systems that report to it. */
export const OMLOX: SourceKind<OmloxOptions> = {
  kind: 'omlox',
  summary: 'A location hub with the omlox API, version 2: positions, floors and fences of all locating systems that report to it.',
  options: OMLOX_SCHEMA,
  example: OMLOX_EXAMPLE,
  needsMap: () => false,
  check: checkHub,
  run: (options, context) => new OmloxRun(options, context).run(),
  rereader: hubRereader,
};
