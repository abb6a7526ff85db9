import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { HumanCheck } from "@ornament/platform/human-check/human-check";
import type { Logger } from "@ornament/platform/logging/logger";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { RequestLimits } from "./http/request-limits/request-limits.ts";

export interface CommandApiConfig {
  /** The product's address. Links and the `Secure` of cookies depend on it, never on the Host header. */
  readonly publicUrl: string;
  /** The player link until the setting is changed for the first time; `undefined` if there is none. */
  readonly defaultPlayerUrl: string | undefined;
  /** Origins besides the public one that may call with cookies. */
  readonly allowedOrigins: readonly string[];
  /** How many proxies before the service are trusted for `X-Forwarded-For`. */
  readonly trustProxy: number;
  /** How long a request may take. */
  readonly requestMilliseconds: number;
  /** Where uploaded files are kept while they are imported; the system's temporary folder if absent. */
  readonly spoolFolder?: string | undefined;
}

/** What the service needs from outside. `composeParts` gives each use case only what it uses. */
export interface Dependencies {
  readonly store: EventStore;
  readonly hasher: PasswordHasher;
  readonly secrets: Secrets;
  readonly humanCheck: HumanCheck;
  readonly requestLimits: RequestLimits;
  readonly clock: () => Date;
  /** A random whole number from 0 and below the given one. */
  readonly randomInteger: (below: number) => number;
  /** 128 random bits as base64url. */
  readonly randomNonce: () => string;
  readonly uuid: () => string;
  readonly logger: Logger;
  readonly config: CommandApiConfig;
}

/** The real clock and real random numbers. */
export const realWorld: Pick<Dependencies, "clock" | "randomInteger" | "randomNonce" | "uuid"> = {
  clock: () => new Date(),
  randomInteger: (below) => randomInt(below),
  randomNonce: () => randomBytes(16).toString("base64url"),
  uuid: () => randomUUID(),
};
