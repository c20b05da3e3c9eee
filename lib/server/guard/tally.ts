import { isIPv4, isIPv6 } from 'node:net';

/** How many there may be at one time. */
export interface TallyLimits {
  readonly total: number;
  /** Of one client. */
  readonly each: number;
}

/** Whether one more was let in; what was let in leaves once. */
export type Admission =
  | { readonly admitted: true; leave(): void }
  | { readonly admitted: false; readonly limit: keyof TallyLimits };

/** Counts what is open, in all and by client. It holds an entry only for a client that has something open. */
export class Tally {
  private total = 0;
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: TallyLimits) {}

  admit(client: string): Admission {
    const count = this.counts.get(client) ?? 0;
    if (this.total >= this.limits.total) return { admitted: false, limit: 'total' };
    if (count >= this.limits.each) return { admitted: false, limit: 'each' };
    this.total += 1;
    this.counts.set(client, count + 1);
    let here = true;
    return {
      admitted: true,
      leave: () => {
        if (here) this.leave(client);
        here = false;
      },
    };
  }

  get size(): number {
    return this.total;
  }

  private leave(client: string): void {
    const count = this.counts.get(client) ?? 0;
    this.total -= 1;
    if (count > 1) this.counts.set(client, count - 1);
    else this.counts.delete(client);
  }
}

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, which one client has all of. */
export function clientOf(address: string | undefined): string {
  if (address === undefined) return '';
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((text) => (text === '' ? [] : text.split(':')));
  const gap = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array<string>(Math.max(0, gap)).fill('0'), ...(after ?? [])];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
