import { randomBytes } from "node:crypto";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { Refusal } from "@ornament/contracts/routes/errors";
import { defaultAdminRetentionDays } from "@ornament/contracts/values/admin-retention";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { startServer } from "@ornament/platform/http/server";
import { humanCheckOff } from "@ornament/platform/human-check/human-check";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import type { Asker, PasswordChecks, PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import {
  drawSecrets,
  readSecrets,
  type SecretName,
  secretVariables,
} from "@ornament/platform/tokens/secrets";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { firstAdminBootstrap } from "../admins/bootstrap.ts";
import { createCommandApi } from "../app.ts";
import { composeParts, type Parts } from "../compose-parts.ts";
import { type CommandApiConfig, type Dependencies, realWorld } from "../dependencies.ts";
import { createRequestLimits } from "../http/request-limits.ts";
import { beforeReads } from "./before-appends.ts";
import { TestClient } from "./test-client.ts";

export const firstAdmin = { email: "first@ornament.test", password: "Correct-1-horse" };
export const publicUrl = "https://ornament.test";

/** A clock that only the test moves. */
export class TestClock {
  #now: Date;
  #passed = 0;

  constructor(start = new Date()) {
    this.#now = start;
  }

  readonly now = () => this.#now;

  /** Milliseconds since the beginning. A wrong time of day does not change them. */
  readonly passed = () => this.#passed;

  advance(milliseconds: number): void {
    this.#passed += milliseconds;
    this.setWrong(milliseconds);
  }

  /** Changes the time of day although no time has passed. */
  setWrong(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

/** Hashes passwords at no cost, counts comparisons with the dummy, and keeps the askers. */
export class TestHasher implements PasswordHasher {
  dummies = 0;
  readonly askers: Asker[] = [];
  /** The askers that are refused as `busy`. */
  busyFor: (asker: Asker) => boolean = () => false;

  readonly waiting = 0;
  readonly #checks: PasswordChecks = {
    compare: async (password, hash) => (await this.hash(password)) === hash,
    compareDummy: async () => {
      this.dummies += 1;
      return false;
    },
  };

  async inTurn<T>(asker: Asker, work: (passwords: PasswordChecks) => Promise<T>): Promise<T> {
    this.askers.push(asker);
    if (this.busyFor(asker)) throw new Refusal("busy", { retryAfterSeconds: 2 });
    return await work(this.#checks);
  }

  async hash(password: string, asker?: Asker): Promise<string> {
    if (asker) return await this.inTurn(asker, () => this.hash(password));
    return `hashed ${Buffer.from(password).toString("base64url")}`.slice(0, 100);
  }

  async close(): Promise<void> {}
}

export const testSecrets = () => readSecrets(drawSecrets(), Object.keys(secretVariables) as SecretName[]);

/** The default store of a test: the real client on an in-memory event store. */
export const testStore = (clock?: TestClock) =>
  createInMemoryEventStore({
    definitions: Object.values(eventCatalogue),
    ...(clock ? { now: clock.now } : {}),
  });

/** Delays no refusal, so that no test waits for it. */
const testLimits = (scale: number, now?: () => number) =>
  createRequestLimits({ scale, pause: async () => undefined, ...(now ? { now } : {}) });

export function testDependencies(overrides: Partial<Dependencies> = {}): Dependencies {
  return {
    ...realWorld,
    randomNonce: () => randomBytes(16).toString("base64url"),
    store: overrides.store ?? testStore(),
    hasher: new TestHasher(),
    secrets: testSecrets(),
    humanCheck: humanCheckOff(),
    requestLimits: testLimits(1_000),
    logger: silentLogger(),
    config: testConfig(),
    ...overrides,
  };
}

/** The parts of use cases, on a new store unless one is given. */
export const testParts = (overrides: Partial<Dependencies> = {}): Parts =>
  composeParts(testDependencies(overrides));

export const testConfig = (overrides: Partial<CommandApiConfig> = {}): CommandApiConfig => ({
  publicUrl,
  defaultPlayerUrl: "https://player.test/",
  allowedOrigins: [],
  trustProxy: 0,
  adminRetentionDays: defaultAdminRetentionDays,
  // A test about another subject must not fail on a busy machine.
  requestMilliseconds: 60_000,
  ...overrides,
});

export interface TestCommandApi {
  readonly dependencies: Dependencies;
  readonly parts: Parts;
  readonly store: EventStore;
  readonly clock: TestClock;
  readonly url: string;
  /** A new browser with separate cookies. */
  client(): TestClient;
  /** Another command-api on the same event store, or on a view of it. It stops with this one. */
  replica(view?: EventStore): Promise<TestCommandApi>;
  /** The first IT Admin, signed in. */
  signedInAdmin(): Promise<TestClient>;
  stop(): Promise<void>;
}

/**
 * command-api over HTTP with a first IT Admin, by default on an in-memory event store and a clock that the
 * test moves. The request limits are too high for a test to reach unless `limitScale` is 1. `onRead` gets the name
 * of each stream that is read.
 */
export async function startTestCommandApi(
  overrides: Partial<Dependencies> = {},
  { limitScale = 1_000, onRead }: { limitScale?: number; onRead?: (stream: string) => void } = {},
): Promise<TestCommandApi> {
  const clock = new TestClock();
  const requestLimits = testLimits(limitScale, clock.passed);
  const given = overrides.store ?? testStore(clock);
  const store = onRead ? beforeReads(given, onRead) : given;
  const dependencies = testDependencies({ clock: clock.now, requestLimits, ...overrides, store });
  const parts = composeParts(dependencies);
  await firstAdminBootstrap(parts, firstAdmin)();
  const metrics = createMetrics({ service: "test" });
  const api = createCommandApi({ ...dependencies, metrics }, { background: false });
  await api.begin();
  const server = await startServer(api.app, { port: 0 });
  const client = () => new TestClient(server.url);
  const replicas: TestCommandApi[] = [];
  return {
    dependencies,
    parts,
    store,
    clock,
    url: server.url,
    client,
    async replica(view = store) {
      const { secrets } = dependencies;
      const other = await startTestCommandApi({ store: view, secrets, clock: dependencies.clock });
      replicas.push(other);
      return other;
    },
    async signedInAdmin() {
      const browser = client();
      await browser.signIn("/api/admin/login", firstAdmin);
      return browser;
    },
    async stop() {
      for (const replica of replicas) await replica.stop();
      await server.stop();
      await api.stop();
      if (!overrides.store) await store.close();
    },
  };
}
