'use strict';

// Loaded into every process of a test run: a default port may belong to a Waymark that runs next to the tests, so that
// neither listening on one nor connecting to one is allowed. no-default-port.test.ts keeps the list complete.
const net = require('node:net');

const DEFAULT_PORTS = [5432, 8080, 8081, 8082, 8083, 8084, 8085, 8086, 8090, 9092, 19092, 19093, 54329];

/** The port in the arguments of `listen` and `connect`, in their normalised form too. */
function portIn([first]) {
  const options = Array.isArray(first) ? first[0] : first;
  return Number(typeof options === 'object' && options !== null ? options.port : options);
}

for (const [type, method] of [
  [net.Server, 'listen'],
  [net.Socket, 'connect'],
]) {
  const original = type.prototype[method];
  type.prototype[method] = function (...parameters) {
    const port = portIn(parameters);
    if (!DEFAULT_PORTS.includes(port)) return original.apply(this, parameters);
    throw new Error(
      `A test must not ${method === 'listen' ? 'listen on' : 'connect to'} the default port ${port}: take one of freePorts().`,
    );
  };
}

module.exports = { DEFAULT_PORTS };
