/** Injection tokens of what is not a class of ours: `@Inject(CONFIG) config: Config`. */
/** As in `area-service`: names the service in logs, metrics, connections and diagnoses. */
export const SERVICE_NAME = Symbol('service name');
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const REGISTRY = Symbol('metrics registry');
