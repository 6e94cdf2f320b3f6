import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';

/** Limit for requests without a picture. */
const MAX_BODY_BYTES = 64 * 1024;
/** An id of 256 characters, each up to 12 characters long when percent-encoded; rounded up. */
const MAX_ENCODED_PARAMETER = 4096;

await runService({
  name: 'object-service',
  settings,
  module: AppModule,
  maxBodyBytes: MAX_BODY_BYTES,
  maxParameterCharacters: MAX_ENCODED_PARAMETER,
});
