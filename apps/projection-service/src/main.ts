import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';

await runService({
  name: 'projection-service',
  settings,
  module: AppModule,
  maxBodyBytes: 1024 * 1024,
  // Cursors grow with the number of partitions.
  maxHeaderBytes: 65_536,
  // An id of 256 characters, each up to 12 characters long when percent-encoded; rounded up.
  maxParameterCharacters: 4096,
});
