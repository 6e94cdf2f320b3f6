import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CurrentAddress } from '../../src/address/current-address.js';

/** A minimal browser: its address changes at once, and the event follows later, as in HTML 7.4.2.3.3. */
class FakeBrowser {
  readonly location = { hash: '', pathname: '/app/', origin: 'https://waymark.example' };
  readonly entries: string[] = [];
  private listener: () => void = () => undefined;

  readonly history = {
    pushState: (_state: unknown, _title: string, to: string) => {
      this.location.hash = to.startsWith('#') ? to : '';
      this.entries.push(to);
    },
    replaceState: (_state: unknown, _title: string, to: string) => void (this.location.hash = to),
  };
  readonly addEventListener = (_type: string, listener: () => void): void => void (this.listener = listener);

  type(hash: string): void {
    this.location.hash = hash;
  }

  notify(): void {
    this.listener();
  }
}

describe('the current address', () => {
  let browser: FakeBrowser;
  beforeEach(() => {
    browser = new FakeBrowser();
    for (const name of ['location', 'history', 'addEventListener'] as const) vi.stubGlobal(name, browser[name]);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('goes where the browser goes, though the map writes its camera before it knows of the change', () => {
    browser.type('#page=Map&id=a');
    const address = new CurrentAddress();
    browser.type('#page=Map&id=b');
    address.replace({ more: { at: '53,-3,12' } });
    browser.notify();
    expect(address.now.value.id).toBe('b');
    expect(browser.location.hash).toBe('#page=Map&id=b');
  });

  it('writes changes of the same place without a step in the history', () => {
    const address = new CurrentAddress();
    address.replace({ more: { at: '53,-3,12' } });
    expect(browser.location.hash).toBe('#page=Map&at=53,-3,12');
    address.replace({ more: { at: '54,-3,12' } });
    expect(browser.location.hash).toBe('#page=Map&at=54,-3,12');
    expect(browser.entries).toEqual([]);
  });

  it('goes by a click from where one is, even when the browser has just left it', () => {
    const address = new CurrentAddress();
    browser.type('#page=Polls');
    address.go({ page: 'Map', id: 'c' });
    browser.notify();
    expect(address.now.value).toMatchObject({ page: 'Map', id: 'c' });
    expect(browser.entries).toEqual(['#page=Map&id=c']);
  });

  it('asks before a place is left, and puts back where the browser has gone meanwhile', () => {
    browser.type('#page=Map&id=a');
    const address = new CurrentAddress();
    let proceed: (() => void) | undefined;
    const end = address.keep((then) => void (proceed = then));
    browser.type('#page=Polls');
    browser.notify();
    expect(browser.location.hash).toBe('#page=Map&id=a');
    expect(address.now.value.page).toBe('Map');
    proceed!();
    expect(browser.location.hash).toBe('#page=Polls');
    expect(address.now.value.page).toBe('Polls');
    end();
  });
});
