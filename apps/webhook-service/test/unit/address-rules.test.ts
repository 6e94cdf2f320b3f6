import { describe, expect, it } from 'vitest';
import { AddressRules } from '../../src/network/address-rules.js';
import { networksSetting } from '../../src/network/networks-setting.js';

const rules = new AddressRules([]);

/** From IANA's registries and the manuals of cloud providers, not from the library. */
const REFUSED = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  'unique local': ['fc00::1', 'fd12:3456::1', 'fd00:ec2::254'],
  'link-local, cloud metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'host of a virtual machine': ['168.63.129.16'],
  'shared (RFC 6598)': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'protocol assignments': ['192.0.0.1', '192.0.0.192', '192.88.99.1'],
  'documentation, benchmarking': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '2001:db8::1', '3fff::1'],
  'multicast, broadcast, reserved': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  'IPv4-mapped and -compatible': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::7f00:1', '::8.8.8.8'],
  'NAT64, SIIT, 6to4, Teredo': [
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::a00:1',
    '::ffff:0:127.0.0.1',
    '2002:7f00:1::1',
    '2001::1',
  ],
  'site-local, discard, segment routing, ORCHID': ['fec0::1', '100::1', '5f00::1', '2001:10::1', '2001:20::1'],
  'outside of what IANA gives out': ['4000::1', 'e000::1', '::2'],
  'no address': ['', 'localhost', '2130706433', '0x7f000001', '127.1', '1.2.3', '1.2.3.4.5', 'not an address'],
} as const;

describe('addresses', () => {
  it.each(Object.entries(REFUSED))('refuses: %s', (_what, addresses) => {
    expect(addresses.filter((address) => rules.allows(address))).toEqual([]);
  });

  it('allows public addresses', () => {
    const open = [
      '8.8.8.8',
      '1.1.1.1',
      '93.184.215.14',
      '172.15.255.255',
      '172.32.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '11.0.0.1',
      '2606:4700::1111',
      '2a00:1450:4001:830::200e',
    ];
    expect(open.filter((address) => !rules.allows(address))).toEqual([]);
  });

  it('allows networks of the operator, also written as mapped addresses, and nothing else', () => {
    const more = new AddressRules(networksSetting.parse('10.20.0.0/16, fd00:1::/32'));
    expect(['10.20.0.1', '::ffff:10.20.255.1', 'fd00:1::5', '8.8.8.8'].filter((address) => !more.allows(address))).toEqual([]);
    expect(['10.21.0.1', '127.0.0.1', 'fd00:2::5', '::ffff:10.21.0.1'].filter((address) => more.allows(address))).toEqual([]);
  });

  it.each(['10.0.0.0', '10.0.0.0/33', 'all', 'fd00::/129'])('refuses the setting %s', (text) => {
    expect(() => networksSetting.parse(text)).toThrow('must be networks such as');
  });
});
