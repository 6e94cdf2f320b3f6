import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check_compat, initSync } from 'jsoncompat';

let ready = false;

/** Whether a reader with the published schema understands everything that the present schema allows. */
export function isCompatible(published: object, present: object): boolean {
  if (!ready) initSync({ module: readFileSync(createRequire(import.meta.url).resolve('jsoncompat/jsoncompat_wasm_bg.wasm')) });
  ready = true;
  return check_compat(JSON.stringify(published), JSON.stringify(present), 'serializer');
}
