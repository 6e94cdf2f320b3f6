import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';

/** One collection of areas; the gateway has the same limit. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

await runService({ name: 'area-service', settings, module: AppModule, maxBodyBytes: MAX_BODY_BYTES });
