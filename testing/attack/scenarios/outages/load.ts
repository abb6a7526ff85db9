import { setTimeout as pause } from "node:timers/promises";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import type { Reply } from "@ornament/testing/calls/kept-connections";
import type { Report } from "../../report/report.ts";
import type { Caller } from "../../target/caller.ts";
import { newPins, password } from "../../target/people.ts";
import type { Target } from "../../target/target.ts";

const commandsASecond = 50;
const mailsASecond = 20;
const pins = 200;
const settleMilliseconds = 60_000;

/** A PIN that is deactivated and activated alternately; `n` counts its commands. */
interface Pin {
  readonly code: string;
  n: number;
  isActive: boolean;
  isBusy: boolean;
  /** The PIN's last command was not acknowledged. */
  isPending: boolean;
}

/**
 * Commands and registrations at a steady rate, as from many independent callers. Refused ones are sent again.
 */
export class Load {
  readonly #target: Target;
  readonly #caller: Caller;
  readonly #report: Report;
  readonly #pins: Pin[] = [];
  readonly #acknowledged = new Set<string>();
  readonly #registered = new Set<string>();
  readonly #refusedAddresses: string[] = [];
  readonly #open = new Set<Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #turn = 0;
  #onSuccess: () => void = () => undefined;
  slowest = 0;
  refused = 0;

  constructor(target: Target, report: Report) {
    this.#target = target;
    this.#report = report;
    this.#caller = target.caller(report);
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  async start(): Promise<void> {
    for (const code of await newPins(this.#target, pins))
      this.#pins.push({ code, n: 0, isActive: true, isBusy: false, isPending: false });
    this.#timers = [
      setInterval(() => this.#begin(() => this.#command()), 1_000 / commandsASecond),
      setInterval(() => this.#begin(() => this.#registration()), 1_000 / mailsASecond),
    ];
  }

  /** Resolves at the next command that succeeds. */
  nextSuccess(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSuccess = resolve;
    });
  }

  /** Starts no new calls, and repeats the refused ones until they succeed. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#open);
    const until = performance.now() + settleMilliseconds;
    while (this.#unfinished > 0 && performance.now() < until) {
      for (const pin of this.#pins) if (pin.isPending) await this.#send(pin);
      for (const _ of [...this.#refusedAddresses]) await this.#registration();
      await pause(50);
    }
    this.#report.check(
      this.#unfinished === 0,
      "some commands were still refused a minute after the last outage",
    );
  }

  get #unfinished(): number {
    return this.#pins.filter(({ isPending }) => isPending).length + this.#refusedAddresses.length;
  }

  /** Every acknowledged command is stored once, and every acknowledged registration has sent one mail. */
  async check(mailsTo: (address: string) => number): Promise<void> {
    const times = new Map<string, number>();
    for (const { type, data } of await this.#target.log.since())
      if (type === "PinDeactivated" || type === "PinActivated")
        times.set(String(data.comment), (times.get(String(data.comment)) ?? 0) + 1);
    for (const comment of this.#acknowledged)
      this.#report.check(
        times.get(comment) === 1,
        `${comment}: ${times.get(comment) ?? 0} times in the event store`,
      );
    for (const [comment, count] of times)
      this.#report.check(count === 1, `${comment}: ${count} times in the event store`);
    for (const address of this.#registered)
      this.#report.check(mailsTo(address) === 1, `${address}: ${mailsTo(address)} mails`);
  }

  get registered(): number {
    return this.#registered.size;
  }

  #begin(work: () => Promise<void>): void {
    const done = work().finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  async #command(): Promise<void> {
    for (let tried = 0; tried < this.#pins.length; tried += 1) {
      const pin = this.#pins[this.#turn++ % this.#pins.length];
      if (!pin || pin.isBusy) continue;
      pin.isBusy = true;
      await this.#send(pin);
      pin.isBusy = false;
      return;
    }
  }

  async #send(pin: Pin): Promise<void> {
    pin.isPending = true;
    const reply = await this.#caller.call("PUT", "/api/admin/update-pin-status", {
      token: this.#target.admin,
      key: keyOf(pin),
      body: { id: pinIdOf(pin.code), status: !pin.isActive, comment: keyOf(pin) },
    });
    if (this.#isDone(reply, "a command")) {
      pin.isPending = false;
      this.#acknowledged.add(keyOf(pin));
      pin.isActive = !pin.isActive;
      pin.n += 1;
      this.#onSuccess();
    }
  }

  async #registration(): Promise<void> {
    const email = this.#refusedAddresses.shift() ?? `outage-${this.#target.number()}@example.com`;
    const reply = await this.#caller.call("POST", "/api/user/registration", {
      body: { email, password },
      source: this.#target.source(),
      key: `register-${email}`,
    });
    if (this.#isDone(reply, "a registration")) this.#registered.add(email);
    else this.#refusedAddresses.push(email);
  }

  #isDone({ status, body, milliseconds }: Reply, what: string): boolean {
    this.slowest = Math.max(this.slowest, milliseconds);
    if (status === 200) return true;
    this.refused += 1;
    if (status === 401) void this.#target.signIn();
    else this.#report.check(status === 503, `${what} was answered ${status} ${body?.code ?? ""}`);
    return false;
  }
}

const keyOf = ({ code, n }: Pin) => `${code} ${n}`;
