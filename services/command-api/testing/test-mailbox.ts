import { signaturePurposes, writeActivationToken } from "@ornament/contracts/domain/links";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { keyById, linkToken, sixDigitCode } from "@ornament/platform/tokens/keyed-hash";
import type { Dependencies } from "../dependencies.ts";
import { accountOfAddress } from "../use-cases/claim-address/addresses.ts";

/** What the mails to an address would hold, made from the same events as the mails are (design §3). For tests. */
export class TestMailbox {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async consumerId(email: string): Promise<number> {
    const id = await accountOfAddress(this.#dependencies, email);
    if (id === undefined) throw new Error(`Nobody has the address ${email}`);
    return id;
  }

  /** The account's events, without those of other streams. */
  async events(email: string): Promise<StoredEvent<ConsumerEvent>[]> {
    const stream = streams.consumer(await this.consumerId(email));
    return (await this.#dependencies.store.read<ConsumerEvent>(stream)).events;
  }

  async types(email: string): Promise<string[]> {
    return (await this.events(email)).map(({ type }) => type);
  }

  /** Activation tokens, oldest first. */
  async tokens(email: string): Promise<string[]> {
    return (await this.events(email)).flatMap((event) => {
      const link =
        event.type === "RegistrationRepeated"
          ? event.data.attempt
          : event.type === "ConsumerRegistered" || event.type === "ActivationLinkRequested"
            ? event.data
            : null;
      if (!link) return [];
      const { nonce, expiresAt } = link;
      const purpose = signaturePurposes.activationLink;
      const signature = linkToken(this.#keyOf(event), purpose, event.stream, nonce, expiresAt);
      return [writeActivationToken({ consumerId: event.data.consumerId, nonce, signature })];
    });
  }

  async lastToken(email: string): Promise<string> {
    return (await this.tokens(email)).at(-1) ?? "";
  }

  /** Reset codes, oldest first. */
  async codes(email: string): Promise<string[]> {
    return (await this.events(email)).flatMap((event) => {
      if (event.type !== "PasswordResetRequested") return [];
      const { nonce, expiresAt } = event.data;
      return [sixDigitCode(this.#keyOf(event), signaturePurposes.resetCode, event.stream, nonce, expiresAt)];
    });
  }

  async lastCode(email: string): Promise<string> {
    return (await this.codes(email)).at(-1) ?? "";
  }

  #keyOf(event: StoredEvent) {
    const key = keyById(this.#dependencies.secrets.ring("proof"), event.metadata.keyId);
    if (!key) throw new Error("The event names no server key");
    return key;
  }
}
