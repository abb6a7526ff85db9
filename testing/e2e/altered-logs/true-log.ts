import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eraseFormerAdmins } from "@ornament/command-api/admins/erase-former-admins";
import { adminPaths, createAdmin } from "@ornament/command-api/testing/test-admin";
import { firstAdmin, startTestCommandApi, TestClock } from "@ornament/command-api/testing/test-command-api";
import { issuePins, paths, signedInConsumer } from "@ornament/command-api/testing/test-consumer";
import { bind, enterPins } from "@ornament/command-api/testing/test-ornament";
import { freshCode } from "@ornament/command-api/testing/wrong-pins";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { startEventStore } from "@ornament/embedded/eventstore/server";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { silentLogger } from "@ornament/platform/logging/logger";
import { type ServerKey, serverKey } from "@ornament/platform/tokens/keyed-hash";

const day = 24 * 3_600_000;

/** A log that the product's deciders and its embedded event store wrote. */
export interface TrueLog {
  /** A data directory with the file of the events and the secrets, of a product that is stopped. */
  readonly dataDir: string;
  readonly masterKey: ServerKey;
  /** All events before persons were erased, events expired and the file was scavenged. */
  readonly before: readonly EventBytes[];
  /** All events of the file. */
  readonly events: readonly EventBytes[];
  remove(): Promise<void>;
}

/** Plays acts of consumers and admins, erases two of them, lets events expire and scavenges. */
export async function writeTrueLog(): Promise<TrueLog> {
  const dataDir = await mkdtemp(join(tmpdir(), "true-log-"));
  const bytes = randomBytes(32);
  const masterKey = serverKey(bytes);
  const clock = new TestClock(new Date("2026-11-01T12:00:00.000Z"));
  const server = await startEventStore({
    dataDir,
    socket: join(dataDir, "events.sock"),
    clock: () => clock.now().getTime(),
  });
  const store = openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey,
    logger: silentLogger(),
    now: clock.now,
  });
  const all = async () => {
    const events: EventBytes[] = [];
    for await (const event of store.readBytes()) events.push(event);
    return events;
  };
  try {
    await store.requireMacs();
    const api = await startTestCommandApi({ store, clock: clock.now });
    try {
      const itAdmin = await api.signedInAdmin();
      const former = await createAdmin(api, itAdmin, "former@example.com");
      await issuePins(api, "AB12CD3", "AB12CD4", "AB12CD5");
      const kept = await signedInConsumer(api, "kept@example.com");
      clock.advance(60_000);
      const erased = await signedInConsumer(api, "erased@example.com");
      await enterPins(kept, [{ pin: "AB12CD3", name: "Tree" }]);
      await enterPins(erased, [{ pin: "AB12CD4", name: "Gone" }]);
      await bind(kept, "AB12CD3");
      for (let n = 0; n < 18; n += 1)
        await itAdmin.post(adminPaths.setting, { name: "numberDevices", value: 2 + (n % 2) });
      for (let n = 0; n < 3; n += 1) {
        clock.advance(1_000);
        await kept.browser.copy().post(paths.login, { email: kept.email, password: "Wrong-Password-1" });
        await enterPins(kept, [freshCode(n)]);
      }
      await erased.browser.delete(`/api/user/delete/${erased.id}`);
      await itAdmin.delete(`/api/admin/delete/${former.id}`);
      const before = await all();
      clock.advance(800 * day);
      await eraseFormerAdmins(api.parts);
      await api.client().post("/api/admin/login", firstAdmin);
      await server.scavenge();
      const events = await all();
      await writeFile(
        join(dataDir, "secrets.json"),
        JSON.stringify({ MASTER_KEY: bytes.toString("base64url") }),
      );
      return {
        dataDir,
        masterKey,
        before,
        events,
        remove: () => rm(dataDir, { recursive: true, force: true }),
      };
    } finally {
      await api.stop();
    }
  } finally {
    await store.close();
    await server.stop();
  }
}
