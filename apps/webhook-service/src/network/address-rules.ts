import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Network } from './networks-setting.js';

/** Looks public but is not: the host of a virtual machine answers its guests there (Azure). */
const HOST_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** All of global unicast (RFC 4291, 2.4; IANA assigns nothing outside). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether messages may be sent to an address: it is a unicast address of the public internet, or in a network that the operator allows.
 * Refused are loopback, private, link-local (including 169.254.169.254), unique-local, shared (RFC 6598), benchmarking, documentation,
 * multicast and reserved addresses, and every IPv6 address that stands for an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo),
 * because its destination is decided elsewhere.
 */
export class AddressRules {
  constructor(private readonly networks: readonly Network[]) {}

  /** @param text as node:dns and sockets write it; anything that is not an address is refused */
  allows(text: string): boolean {
    const bare = text.split('%', 1)[0]!;
    // The library also reads 127.1 and 0x7f000001.
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
