import { hostname } from 'node:os';

/** The default of INSTANCE_ID: tells the copies of a service apart in logs and group ids. */
export const defaultInstanceId = `${hostname()}-${process.pid}`;
