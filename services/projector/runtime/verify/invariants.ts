import type { ReadEvent } from "@ornament/contracts/catalogue";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import { isProjected } from "../../projection.ts";

const mostNamed = 20;

export interface LogCheck {
  readonly holds: boolean;
  readonly messages: readonly string[];
}

/**
 * Reads the log up to `head` once and checks the product's rules: the devices and the owner of a PIN, and the account of an
 * address. It shares no code with the deciders and reducers, because they would agree with themselves. It remembers
 * about 300 bytes for each account.
 */
export async function checkLog(
  store: Pick<EventStore, "readAll">,
  head: Position | undefined,
  signal: AbortSignal,
): Promise<LogCheck> {
  const rules = new Rules();
  let events = 0;
  if (head)
    for await (const event of store.readAll()) {
      signal.throwIfAborted();
      if (event.position.commit > head.commit) break;
      events += 1;
      const { commit } = event.position;
      const problem = event.damaged ?? event.invalid;
      if (problem !== undefined) rules.broken(`${event.type} at ${commit}: ${problem}`);
      else if (isProjected(event) && event.unreadable === undefined) rules.take(event, commit);
    }
  const { found, count } = rules;
  if (count === 0) return { holds: true, messages: [`log: ${events} events keep the rules of the product`] };
  const more = count > found.length ? [`log: … and ${count - found.length} more`] : [];
  return { holds: false, messages: [...found.map((text) => `log: ${text}`), ...more] };
}

class Rules {
  readonly found: string[] = [];
  count = 0;
  readonly #owners = new Map<string, number>();
  readonly #devices = new Map<string, Set<number>>();
  readonly #consumers = new Emails("consumers");
  readonly #admins = new Emails("admins");

  broken(text: string): void {
    this.count += 1;
    if (this.found.length < mostNamed) this.found.push(text);
  }

  take(event: ReadEvent, commit: bigint): void {
    const broken = (text: string | undefined) => text && this.broken(`${text} (${event.type} at ${commit})`);
    switch (event.type) {
      case "PinRegistered": {
        const { code, consumerId } = event.data;
        const owner = this.#owners.get(code);
        if (owner !== undefined)
          broken(`PIN ${formatPinCode(code)} has two owners, consumers ${owner} and ${consumerId}`);
        this.#owners.set(code, consumerId);
        return;
      }
      case "PinReleased":
        this.#owners.delete(event.data.code);
        this.#devices.delete(event.data.code);
        return;
      case "DeviceBound": {
        const { code, deviceId, limit } = event.data;
        const devices = this.#devices.get(code) ?? new Set();
        devices.add(deviceId);
        this.#devices.set(code, devices);
        if (devices.size > limit)
          broken(`PIN ${formatPinCode(code)} has ${devices.size} devices, bound under a limit of ${limit}`);
        return;
      }
      case "DeviceRemoved":
        this.#devices.get(event.data.code)?.delete(event.data.deviceId);
        return;
      case "ConsumerRegistered":
      case "ConsumerEmailChanged":
        return void broken(this.#consumers.set(event.data.consumerId, event.data.email));
      case "ConsumerAccountDeleted":
        return void broken(this.#consumers.set(event.data.consumerId, null));
      case "AdminAccountCreated":
      case "AdminEmailChanged":
        return void broken(this.#admins.set(event.data.adminId, event.data.email));
      case "AdminAccountDeleted":
        return void broken(this.#admins.set(event.data.adminId, null));
    }
  }
}

/** The email addresses of accounts. An erased one (`null`) belongs to nobody. */
class Emails {
  readonly #kind: string;
  readonly #accounts = new Map<string, number>();
  readonly #addresses = new Map<number, string>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Returns the broken rule in words, without the address. */
  set(account: number, email: string | null): string | undefined {
    const before = this.#addresses.get(account);
    if (before !== undefined && this.#accounts.get(before) === account) this.#accounts.delete(before);
    this.#addresses.delete(account);
    if (email === null) return undefined;
    const address = email.toLowerCase();
    const other = this.#accounts.get(address);
    this.#accounts.set(address, account);
    this.#addresses.set(account, address);
    return other === undefined
      ? undefined
      : `${this.#kind} ${other} and ${account} have the same email address`;
  }
}
