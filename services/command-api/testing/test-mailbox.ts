import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { signaturePurposes, writeConsumerToken } from "@ornament/contracts/mails/links";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { keyById, linkToken, sixDigitCode } from "@ornament/platform/tokens/keyed-hash";
import type { Parts } from "../compose-parts.ts";
import { accountOf } from "../consumers/claim-emails.ts";

/** The links and codes of the mails to an email address, made from the same events as the mails. */
export class TestMailbox {
  readonly #parts: Pick<Parts, "store" | "secrets">;

  constructor(parts: Pick<Parts, "store" | "secrets">) {
    this.#parts = parts;
  }

  async consumerId(email: string): Promise<number> {
    const id = await accountOf(this.#parts, email);
    if (id === undefined) throw new Error(`Nobody has the address ${email}`);
    return id;
  }

  /** The account's events, without those of other streams. */
  async events(email: string): Promise<StoredEvent<ConsumerEvent>[]> {
    const stream = streams.consumer(await this.consumerId(email));
    return (await this.#parts.store.read<ConsumerEvent>(stream)).events;
  }

  async types(email: string): Promise<string[]> {
    return (await this.events(email)).map(({ type }) => type);
  }

  /** Tokens of confirmation links, oldest first. */
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
      const purpose = signaturePurposes.confirmationLink;
      const signature = linkToken(this.#keyOf(event), purpose, event.stream, nonce, expiresAt);
      return [writeConsumerToken({ consumerId: event.data.consumerId, nonce, signature })];
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

  /** Tokens of the links to reset the password, oldest first. */
  async resetTokens(email: string): Promise<string[]> {
    return (await this.events(email)).flatMap((event) => {
      if (event.type !== "PasswordResetRequested") return [];
      const { consumerId, nonce, expiresAt } = event.data;
      const purpose = signaturePurposes.resetLink;
      const signature = linkToken(this.#keyOf(event), purpose, event.stream, nonce, expiresAt);
      return [writeConsumerToken({ consumerId, nonce, signature })];
    });
  }

  #keyOf(event: StoredEvent) {
    const key = keyById(this.#parts.secrets.ring("proof"), event.metadata.keyId);
    if (!key) throw new Error("The event names no server key");
    return key;
  }
}
