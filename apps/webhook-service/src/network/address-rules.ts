import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Network } from './networks-setting.js';

/** Looks public and is not: the host of a virtual machine answers there to its guests (Azure). */
const HOST_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** All global unicast there is (RFC 4291, 2.4; IANA gives out nothing outside). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether something may be sent to an address: it is a unicast address of the public internet, or in a network that the operator
 * allows. Refused are loopback, private, link-local (169.254.169.254 with it), unique-local, shared (RFC 6598), benchmarking,
 * documentation, multicast and reserved addresses, and every IPv6 address that stands for an IPv4 one (mapped, compatible, NAT64, 6to4,
 * Teredo): what it leads to is decided elsewhere.
 */
export class AddressRules {
  constructor(private readonly networks: readonly Network[]) {}

  /** @param text as node:dns and sockets write it; what is no address is not allowed */
  allows(text: string): boolean {
    const bare = text.split('%', 1)[0]!;
    // The library reads 127.1 and 0x7f000001 too.
    if (isIP(bare) === 0) return false;
    const address = ipaddr.parse(bare);
    const meant = isMapped(address) ? address.toIPv4Address() : address;
    if (this.networks.some(([network, bits]) => network.kind() === meant.kind() && meant.match(network as never, bits as never)))
      return true;
    if (address.range() !== 'unicast') return false;
    return address.kind() === 'ipv4' ? !HOST_SERVICES.has(address.toString()) : address.match(GLOBAL_UNICAST as never);
  }
}

const isMapped = (address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
