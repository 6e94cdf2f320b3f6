import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const LOOPBACK = ['127.0.0.1', '::1'];

/** This machine's host names (hosts(5)) in lower case; `localhost` is always loopback, even if the file differs (RFC 6761, 6.3). */
export function hostsOf(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  return hosts.set('localhost', LOOPBACK);
}

/** Reads the current file; an unreadable file contains no names. */
export function readHostsFile(path = HOSTS_FILE): Map<string, string[]> {
  try {
    return hostsOf(readFileSync(path, 'utf8'));
  } catch {
    return hostsOf('');
  }
}
