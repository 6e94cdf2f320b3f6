/** Injection tokens of providers that are not classes: `@Inject(CONFIG) config: Config`. */
/** Such as `area-service`; the name of the service in logs, metrics, connections and diagnoses. */
export const SERVICE_NAME = Symbol('service name');
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const REGISTRY = Symbol('metrics registry');
