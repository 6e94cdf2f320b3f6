import { namesTopic } from '#testing/kafka-frames.js';
import { boundStatement, completedCommand, simpleQuery } from '#testing/postgres-messages.js';
import { API, type WireMessage } from '#testing/tcp-proxy.js';

/** Called for every message of a process, in order, before it passes; returns true to kill the process. */
export type LookOut = (message: WireMessage) => boolean;

/** A Produce request for the topic (with this text, if given) on its way to the broker. */
export const producing =
  (topic: string, text = ''): LookOut =>
  ({ from, apiKey, bytes }) =>
    from === 'client' && apiKey === API.produce && namesTopic(bytes, topic) && bytes.includes(text);

/** The broker's answer to a Produce request for the topic, on its way back. */
export const produced =
  (topic: string): LookOut =>
  ({ from, apiKey, request }) =>
    from === 'server' && apiKey === API.produce && request !== undefined && namesTopic(request, topic);

/** Records of the topic with this text, on their way to the reader. */
export const fetched =
  (topic: string, text: string): LookOut =>
  ({ from, apiKey, bytes }) =>
    from === 'server' && apiKey === API.fetch && namesTopic(bytes, topic) && bytes.includes(text);

/** A message to a receiver, on its way there. */
export const posting: LookOut = ({ from, bytes }) => from === 'client' && bytes.toString('latin1', 0, 6) === 'POST /';

/** The receiver's acknowledgement of a message, on its way back. */
export const answered: LookOut = ({ from, bytes }) => from === 'server' && bytes.toString('latin1', 0, 10) === 'HTTP/1.1 2';

/** A prepared statement, on its way to the database. */
export const running =
  (statement: string): LookOut =>
  ({ from, bytes }) =>
    from === 'client' && boundStatement(bytes) === statement;

/** The COMMIT of a transaction that ran the statement, on its way to the database. */
export const committing = (statement: string): LookOut =>
  endOfTransaction(statement, ({ from, bytes }) => from === 'client' && simpleQuery(bytes) === 'commit');

/** The database's confirmation that such a transaction is committed, on its way back. */
export const committed = (statement: string): LookOut =>
  endOfTransaction(statement, ({ from, bytes }) => from === 'server' && completedCommand(bytes) === 'COMMIT');

/** Matches the second message once the first has passed. */
export function following(first: LookOut, second: LookOut): LookOut {
  let passed = false;
  return (message) => {
    if (passed) return second(message);
    passed = first(message);
    return false;
  };
}

function endOfTransaction(statement: string, end: LookOut): LookOut {
  const ran = new Set<object>();
  const runs = running(statement);
  return (message) => {
    if (message.from === 'client' && simpleQuery(message.bytes) === 'begin') ran.delete(message.connection);
    else if (runs(message)) ran.add(message.connection);
    return ran.has(message.connection) && end(message);
  };
}
