import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { HumanCheck } from "@ornament/platform/human-check/human-check";
import type { Logger } from "@ornament/platform/logging/logger";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { RequestLimits } from "./http/request-limits.ts";

export interface CommandApiConfig {
  /**
   * The product's URL. Links and the `Secure` attribute of cookies depend on it, never on the Host header.
   */
  readonly publicUrl: string;
  /** The URL of the player until the first change of the setting; `undefined` if there is none. */
  readonly defaultPlayerUrl: string | undefined;
  /** Origins other than the public one that may call with cookies. */
  readonly allowedOrigins: readonly string[];
  /** The number of proxies in front of the service that are trusted for `X-Forwarded-For`. */
  readonly trustProxy: number;
  /** The time limit of a request. */
  readonly requestMilliseconds: number;
  /** The days for which the personal data of a deleted admin stay. */
  readonly adminRetentionDays: number;
  readonly logRequests?: boolean | undefined;
  /** The folder of uploaded files during their import; the system's temporary folder if absent. */
  readonly spoolFolder?: string | undefined;
}

/** The service's dependencies. `composeParts` makes the parts of use cases from them. */
export interface Dependencies {
  readonly store: EventStore;
  readonly hasher: PasswordHasher;
  readonly secrets: Secrets;
  readonly humanCheck: HumanCheck;
  readonly requestLimits: RequestLimits;
  readonly clock: () => Date;
  /** A random whole number from 0 that is less than `below`. */
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
