import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';

const MAX_BODY_BYTES = 512 * 1024;

await runService({ name: 'webhook-service', settings, module: AppModule, maxBodyBytes: MAX_BODY_BYTES });
