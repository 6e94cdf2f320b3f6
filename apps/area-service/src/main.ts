import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './config.js';

/** A collection of areas; as the gateway has it. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

await runService({ name: 'area-service', settings, module: AppModule, maxBodyBytes: MAX_BODY_BYTES });
