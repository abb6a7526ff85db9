import { randomBytes } from "node:crypto";
import { streams } from "@ornament/contracts/events/streams";
import type { MailEvent } from "@ornament/contracts/mails/events";
import { defaultBrand } from "@ornament/contracts/values/brand";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { RestorableLog } from "@ornament/platform/eventstore/testing/restorable-log";
import { silentLogger } from "@ornament/platform/logging/logger";
import { keyRing, serverKey } from "@ornament/platform/tokens/keyed-hash";
import type { Letter } from "../mails/letter.ts";
import { MailReactor } from "../mails/mail-reactor.ts";
import type { MailTransport } from "../mails/transport.ts";
import { facts } from "./facts.ts";
import { storeOn } from "./memory-store.ts";

export const publicUrl = "https://ornament.example";
export const proofKeys = keyRing(randomBytes(32));
export const metadata = { correlationId: "test", actor: { kind: "system" } } as const;
export const soon = () => Date.now() + 600_000;

type Options = Partial<ConstructorParameters<typeof MailReactor>[0]>;

interface Posted extends Letter {
  readonly to: string;
  readonly messageId: string;
}

/** A mail server in memory that keeps every mail, also a second time, and fails on request. */
export function mailServer(failures: Error[] = []) {
  const posted: Posted[] = [];
  const transport: MailTransport = {
    async send(letter, to, messageId) {
      posted.push({ ...letter, to: to.join(" "), messageId });
      const failure = failures.shift();
      if (failure) throw failure;
    },
    close: () => undefined,
  };
  return { posted, to: () => posted.map(({ to }) => to), transport };
}

/** An event store in memory with mail reactors. */
export function mailsOnMemory() {
  const log = new RestorableLog();
  const masterKey = serverKey(randomBytes(32));
  const store: EventStore = storeOn(log, { masterKey });
  const running: MailReactor[] = [];
  const outcomesOf = async (stream: string) => {
    const { events } = await store.read(stream);
    return Promise.all(
      events.map(async ({ id }) =>
        (await store.read<MailEvent>(streams.mail(id))).events.map(({ type }) => type),
      ),
    );
  };
  const outcome = async (consumerId: number) => (await outcomesOf(streams.consumer(consumerId)))[0] ?? [];
  return {
    log,
    masterKey,
    store,
    outcomesOf,
    outcome,
    start(transport: MailTransport, options: Options = {}): MailReactor {
      const reactor = new MailReactor({
        store,
        transport,
        proofKeys,
        publicUrl,
        brand: defaultBrand,
        now: () => new Date(),
        logger: silentLogger(),
        firstRetryMilliseconds: 1,
        patienceMilliseconds: 0,
        ...options,
      });
      running.push(reactor);
      reactor.start();
      return reactor;
    },
    /** The event store with a step before each append. */
    beforeAppends: (step: (type: string, stream: string) => void): EventStore => ({
      ...store,
      async append(stream, expected, events, given) {
        step(events[0]?.type ?? "", stream);
        return store.append<never>(stream, expected, events, given);
      },
    }),
    register: (consumerId: number, expiresAt = soon(), by: EventStore = store) =>
      by.append(
        streams.consumer(consumerId),
        "no_stream",
        [facts.registered({ consumerId, email: `parent-${consumerId}@example.com`, expiresAt })],
        metadata,
      ),
    async untilOutcome(consumerId: number, type: string): Promise<void> {
      while ((await outcome(consumerId)).at(-1) !== type) await new Promise(setImmediate);
    },
    async close(): Promise<void> {
      await Promise.all(running.map((reactor) => reactor.stop()));
      await store.close();
    },
  };
}
