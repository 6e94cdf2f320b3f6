import { hostname } from 'node:os';

/** The default of INSTANCE_ID: distinguishes the copies of a service in logs and group ids. */
export const defaultInstanceId = `${hostname()}-${process.pid}`;
