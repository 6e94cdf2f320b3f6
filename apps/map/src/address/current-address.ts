import { type ReadonlySignal, signal } from '@preact/signals';
import { type Address, formatAddress, parseAddress } from './address.js';

/** The browser's address as a signal. One instance per app. */
export class CurrentAddress {
  private readonly at = signal(parseAddress(location.hash));
  /** The fragment that `at` was last read from or written to. If the browser has another one, its `hashchange` event is still to come. */
  private fragment = location.hash;
  readonly now: ReadonlySignal<Address> = this.at;
  /** The address with which the app was opened, until it was used. */
  private arrival: Address | undefined = this.at.peek();

  private guard: ((proceed: () => void) => void) | undefined;

  constructor() {
    addEventListener('hashchange', () => this.followBrowser());
  }

  /**
   * Asks before the person leaves the place. @param ask calls `proceed` to leave
   * @returns a function that ends this
   */
  keep(ask: (proceed: () => void) => void): () => void {
    this.guard = ask;
    return () => {
      if (this.guard === ask) this.guard = undefined;
    };
  }

  /** Goes to another place; the browser's back button leads back. */
  go(change: Partial<Address>): void {
    this.write(change, 'pushState');
  }

  /**
   * Changes the address of the current place. Does nothing if the browser has already left it; otherwise a moving map would undo an address
   * that somebody typed.
   */
  replace(change: Partial<Address>): void {
    if (this.fragment === location.hash) this.write(change, 'replaceState');
  }

  /**
   * Whether the app was opened by a link to this object, for example a code read by the phone's camera. True only once, because the back
   * button leads here as well.
   */
  takeArrival(id: string): boolean {
    const taken = this.arrival?.page === 'Map' && this.arrival.id === id;
    if (taken) this.arrival = undefined;
    return taken;
  }

  /** The complete address, for sharing. */
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

  /**
   * The browser has already changed the address, by its back button or a typed address. If somebody has to be asked first, the old address
   * is restored.
   */
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
