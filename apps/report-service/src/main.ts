import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';

/** Small, since reports are requested with GET. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Large, since a query may contain many long names. */
const MAX_HEADER_BYTES = 65_536;

await runService({
  name: 'report-service',
  settings,
  module: AppModule,
  maxBodyBytes: MAX_BODY_BYTES,
  maxHeaderBytes: MAX_HEADER_BYTES,
});
