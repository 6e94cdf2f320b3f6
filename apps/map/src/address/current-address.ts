import { type ReadonlySignal, signal } from '@preact/signals';
import { type Address, formatAddress, parseAddress } from './address.js';

/** Where the browser is, as a signal. One instance an app. */
export class CurrentAddress {
  private readonly at = signal(parseAddress(location.hash));
  /** The fragment that `at` was read from or written to: where the browser has another one, its `hashchange` is still on the way. */
  private fragment = location.hash;
  readonly now: ReadonlySignal<Address> = this.at;
  /** The address by which the app was opened, until somebody has acted on it. */
  private arrival: Address | undefined = this.at.peek();

  private guard: ((proceed: () => void) => void) | undefined;

  constructor() {
    addEventListener('hashchange', () => this.followBrowser());
  }

  /**
   * Asks somebody before the place is left. @param ask calls `proceed`, or does not
   * @returns ends it
   */
  keep(ask: (proceed: () => void) => void): () => void {
    this.guard = ask;
    return () => {
      if (this.guard === ask) this.guard = undefined;
    };
  }

  /** Goes elsewhere: the browser's back button leads here again. */
  go(change: Partial<Address>): void {
    this.write(change, 'pushState');
  }

  /**
   * Changes what the address says of the same place; nothing where the browser has left it already, as a map that still
   * moves would else undo a typed address.
   */
  replace(change: Partial<Address>): void {
    if (this.fragment === location.hash) this.write(change, 'replaceState');
  }

  /**
   * Whether the app was opened by a link to this object, as by a code that the phone's own camera has read. True once:
   * the way back leads here as well.
   */
  takeArrival(id: string): boolean {
    const taken = this.arrival?.page === 'Map' && this.arrival.id === id;
    if (taken) this.arrival = undefined;
    return taken;
  }

  /** The whole address, to be shared. */
  link(change: Partial<Address>): string {
    return `${location.origin}${location.pathname}#${formatAddress({ ...this.at.peek(), ...change })}`;
  }

  private write(change: Partial<Address>, how: 'pushState' | 'replaceState'): void {
    const next = { ...this.at.peek(), ...change };
    const write = (): void => {
      const fragment = `#${formatAddress(next)}`;
      if (fragment !== location.hash) history[how](null, '', fragment);
      this.fragment = location.hash;
      this.at.value = next;
    };
    if (this.guard !== undefined && this.leaves(next)) this.guard(write);
    else write();
  }

  /** The browser has gone already, by its back button or a typed address: where that has to be asked first it is put back. */
  private followBrowser(): void {
    if (location.hash === this.fragment) return;
    const next = parseAddress(location.hash);
    if (this.guard === undefined || !this.leaves(next)) {
      this.fragment = location.hash;
      return void (this.at.value = next);
    }
    history.pushState(null, '', this.fragment === '' ? location.pathname : this.fragment);
    this.guard(() => {
      this.guard = undefined;
      this.go(next);
    });
  }

  private leaves({ ws, page, id }: Address): boolean {
    const present = this.at.peek();
    return ws !== present.ws || page !== present.page || id !== present.id;
  }
}
