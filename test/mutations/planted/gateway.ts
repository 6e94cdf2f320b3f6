import { type Mutation, stack, unit } from '../mutation.js';

const road = stack('test/end-to-end/whole-history.test.ts');
const keys = stack('test/end-to-end/idempotency.test.ts');
const calls = unit('apps/gateway/test/unit/write-calls.test.ts');
const broker = stack('test/faults/broker.test.ts');
const admitted = [unit('apps/gateway/test/unit/admission.test.ts'), stack('apps/gateway/test/real/load-shedding.test.ts')];
const runner = 'apps/gateway/src/writes/operation-runner.ts';
const way = 'apps/gateway/src/writes/write-calls.ts';
const admission = 'apps/gateway/src/checks/admission.ts';
const key = 'apps/gateway/src/writes/idempotency-key.ts';

export const GATEWAY_FAULTS: Mutation[] = [
  {
    name: 'answers a connection on which nothing arrived',
    file: 'libs/problems/src/connection-errors.ts',
    search: ' || socket.bytesRead === 0',
    replace: '',
    tests: [unit('apps/gateway/test/unit/frame.test.ts')],
  },
  {
    name: 'refuses a repeated call as too early by the clock of another gateway',
    file: way,
    search: 'if (first !== undefined) return check(timeOf(first), false);',
    replace: 'void first;',
    tests: [calls],
  },
  {
    name: 'answers 202 before the broker’s acknowledgement',
    file: runner,
    search: 'await producer.send(records).catch(explain);',
    replace: 'void producer.send(records).catch(() => undefined);',
    tests: [broker],
  },
  {
    name: 'answers 202 after a failed send',
    file: runner,
    search: 'waits.remove(operationId, wait);\n      explain(error);',
    replace: 'waits.remove(operationId, wait);\n      if (error === undefined) explain(error);\n      return undefined;',
    tests: [broker],
  },
  {
    name: 'starts a new operation for a repeated key',
    file: key,
    search: 'return { operationId: claimed.operationId, repeated: !claimed.first };',
    replace: 'return { operationId: claim.operationId, repeated: false };',
    tests: [keys, road],
  },
  {
    name: 'accepts a repeated key with a different body',
    file: key,
    search: 'claimed.bodyHash !== bodyHash',
    replace: 'claimed.bodyHash.length !== claim.bodyHash.length',
    tests: [keys],
  },
  {
    name: 'claims the key of a call in which every element is refused',
    file: way,
    search: 'if (checked.commands.length === 0) return nothingPublished(checked, preferences);\n    await limited',
    replace: 'await limited',
    tests: [calls],
  },
  {
    name: 'checks a repeated call against the current time',
    file: way,
    search: 'receivedAt = timeOf(operationId)',
    replace: 'receivedAt = Date.now()',
    tests: [calls],
  },
  {
    name: 'admits calls without a bound',
    file: admission,
    search: 'if (this.calls >= this.maxCalls) throw',
    replace: 'if (this.calls < 0) throw',
    tests: admitted,
  },
  {
    name: 'admits bodies without a bound on the bytes in flight',
    file: admission,
    search: 'if (bytes > 0 && this.bytes + bytes > this.maxBytes) return false;',
    replace: '',
    tests: admitted,
  },
  {
    name: 'keeps counting the bytes of a finished call',
    file: admission,
    search: 'this.admission.move(-this.bytes);',
    replace: '',
    tests: admitted,
  },
  {
    name: 'looks up no outcome that it has not seen',
    file: runner,
    search: '(await wait.settled) ?? (await this.lookUp(workspace, operationId))',
    replace: 'await wait.settled',
    tests: [unit('apps/gateway/test/unit/operation-runner.test.ts'), stack('apps/gateway/test/real/waiting.test.ts')],
  },
  {
    name: 'cuts off waiting calls when the gateway stops',
    file: 'apps/gateway/src/writes/writes.module.ts',
    search: 'this.waits.close();',
    replace: '',
    tests: [stack('apps/gateway/test/real/stopping.test.ts')],
  },
];
