import { describe, expect, it } from 'vitest';
import { AddressRules } from '../../src/network/address-rules.js';
import { networksSetting } from '../../src/network/networks-setting.js';
import { portsSetting } from '../../src/network/ports-setting.js';
import { checkedReceiverUrl } from '../../src/network/receiver-url.js';

const usual = { allowHttp: false, allowedPorts: portsSetting.parse('443'), addresses: new AddressRules([]) };
const loopback = { allowHttp: true, allowedPorts: undefined, addresses: new AddressRules(networksSetting.parse('127.0.0.0/8, ::1/128')) };

describe('the address of a receiver', () => {
  it.each([
    'https://hooks.example.com/waymark?x=1',
    'https://hooks.example.com:443/',
    'HTTPS://Hooks.Example.com',
    'https://xn--bcher-kva.example/a',
  ])('accepts %s', (url) => {
    expect(() => checkedReceiverUrl(url, usual)).not.toThrow();
  });

  it.each([
    ['http://hooks.example.com/', 'must begin with https://'],
    ['https://hooks.example.com:8443/', 'must have the port 443'],
    ['https://user:secret@hooks.example.com/', 'user name'],
    ['https://hooks.example.com/#part', 'fragment'],
    ['https://127.0.0.1/', 'must contain a host name, not an IP address'],
    ['https://[::1]/', 'must contain a host name, not an IP address'],
    ['https://8.8.8.8.8/', 'not a valid URL'],
    ['https://2130706433/', 'must use the normal form of its host name: 127.0.0.1'],
    ['https://0x7f000001/', 'must use the normal form of its host name: 127.0.0.1'],
    ['https://0x7f.1/', 'must use the normal form of its host name: 127.0.0.1'],
    ['https://0177.0.0.1/', 'must use the normal form of its host name: 127.0.0.1'],
    ['https://127.1/', 'must use the normal form of its host name: 127.0.0.1'],
    ['https://127.0.0.1./', 'must use the normal form of its host name: 127.0.0.1'],
    ['https://１２７.0.0.1/', 'must use the normal form of its host name: 127.0.0.1'],
    ['https://[::ffff:127.0.0.1]/', 'must use the normal form of its host name: [::ffff:7f00:1]'],
    ['https://hooks.example.com\\@127.0.0.1/', ''],
    ['https://%31%32%37.0.0.1/', 'must use the normal form of its host name: 127.0.0.1'],
    ['ftp://hooks.example.com/', 'must begin with https://'],
    ['https://', 'not a valid URL'],
  ])('refuses %s', (url, words) => {
    const check = () => checkedReceiverUrl(url, usual);
    // Browsers and this parser both end the host at a backslash: the part before it is the host.
    if (words === '') expect(check().hostname).toBe('hooks.example.com');
    else expect(check).toThrow(words);
  });

  it('accepts addresses of networks that the operator allows, in their one spelling', () => {
    expect(() => checkedReceiverUrl('http://127.0.0.1:3000/', loopback)).not.toThrow();
    expect(() => checkedReceiverUrl('http://[::1]:3000/', loopback)).not.toThrow();
    expect(() => checkedReceiverUrl('http://2130706433:3000/', loopback)).toThrow('must use the normal form of its host name');
    expect(() => checkedReceiverUrl('http://10.0.0.1:3000/', loopback)).toThrow('must contain a host name, not an IP address');
  });

  it.each(['0', '70000', '80,x', '443-444'])('refuses the setting of ports %s', (text) => {
    expect(() => portsSetting.parse(text)).toThrow('must be ports');
  });
});
