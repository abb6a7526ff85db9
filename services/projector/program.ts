import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { brandFrom } from "@ornament/contracts/values/brand";
import {
  publicUrlSetting,
  readAll,
  readConfig,
  trustProxySetting,
} from "@ornament/platform/config/read-config";
import { acceptUnsignedSetting } from "@ornament/platform/eventstore/authenticity/authenticity";
import { takesNoAppends } from "@ornament/platform/eventstore/calls/store-circuits";
import { storeAddressSetting } from "@ornament/platform/eventstore/connection/address";
import { checkKeys, masterKeyCheck } from "@ornament/platform/eventstore/encryption/key-check";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { endChain } from "@ornament/platform/http/mount-routes";
import { listenSettings } from "@ornament/platform/http/server";
import { createServiceApp, type Readiness } from "@ornament/platform/http/service-app";
import { addDiskMetrics } from "@ornament/platform/metrics/disk";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { mongoAddressSetting, openMongo } from "@ornament/platform/mongodb/connection";
import { awaitEventStore } from "@ornament/platform/process/awaited-event-store";
import type { ServiceProgram } from "@ornament/platform/process/run-service";
import { serve } from "@ornament/platform/process/serve";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import { projections } from "./all-projections.ts";
import { type RunningProjector, startProjector } from "./app.ts";
import { addBackupMetrics } from "./last-backup.ts";
import { auditFolder } from "./log-proof/audit-folder-setting.ts";
import { checkpointMail } from "./log-proof/checkpoint-mail.ts";
import { smtpTransport } from "./mails/transport.ts";
import { addWaitingMails, projectorMetrics } from "./metrics.ts";
import { timeOfDay } from "./runtime/jobs/nightly.ts";

const settings = z.object({
  ...listenSettings(8083),
  EVENTSTORE_URL: storeAddressSetting,
  MONGODB_URL: mongoAddressSetting,
  MONGODB_DATABASE: z.string().default("ornament"),
  PUBLIC_URL: publicUrlSetting,
  /** A mail server, or the socket of the embedded mailbox: `unix:/folder/file`. */
  SMTP_URL: z.string().regex(/^(smtps?:\/\/[^/]|unix:\/.)/, "must be an address such as smtp://127.0.0.1:25"),
  MAIL_FROM: z.string().optional(),
  VERIFY_AT: z.string().regex(timeOfDay, "must be a time of day in UTC such as 03:00").optional(),
  AUDIT_DIR: z.string().transform(auditFolder).optional(),
  AUDIT_MAIL: z.email("must be an email address").optional(),
  /** The folder of the embedded stores, of which the disk is measured. */
  DATA_DIR: z.string().optional(),
  TRUST_PROXY: trustProxySetting.default(0),
  ACCEPT_UNSIGNED_UNTIL: acceptUnsignedSetting.optional(),
});

const patienceMilliseconds = 2_500;

export const projector = {
  name: "projector",
  async start({ environment, logger }) {
    const { config, secrets } = readAll({
      config: () => readConfig(settings, environment),
      secrets: () => readSecrets(environment, ["master", "proof"]),
    });
    const metrics = createMetrics({ service: "projector", processMetrics: true });
    const { AUDIT_DIR: folder, DATA_DIR } = config;
    if (folder) addBackupMetrics(metrics, folder.path);
    addDiskMetrics(metrics, { DATA_DIR, AUDIT_DIR: folder?.path });
    addWaitingMails(metrics, () => running?.waitingMails());
    const erased = new Set<string>();
    const { store, check, reached, waitingFor, stopWaiting } = awaitEventStore({
      connectionString: config.EVENTSTORE_URL,
      definitions: Object.values(eventCatalogue),
      masterKey: secrets.masterKey,
      erased,
      acceptUnsignedUntil: config.ACCEPT_UNSIGNED_UNTIL,
      logger,
      metrics,
    });
    const mongo = openMongo(config.MONGODB_URL, { appName: "ornament-projector", logger });
    const brand = brandFrom(environment);
    let running: RunningProjector | undefined;
    const begin = async () => {
      await check(allRights);
      const keys = [masterKeyCheck(store, secrets.masterKey)];
      await reached(() => checkKeys(store, keys, randomUUID()));
      await reached(() => store.requireMacs());
      const from = config.MAIL_FROM ?? brand.supportEmail;
      const transport = smtpTransport({ url: config.SMTP_URL, brand, from });
      const { AUDIT_MAIL: auditor, PUBLIC_URL: publicUrl } = config;
      running = startProjector({
        store,
        erased,
        db: mongo.db(config.MONGODB_DATABASE),
        logger,
        metrics: projectorMetrics(metrics),
        now: () => new Date(),
        projections: Object.values(projections),
        verifyAt: config.VERIFY_AT,
        proof: {
          masterKey: secrets.masterKey,
          folder,
          mailCheckpoint:
            auditor === undefined ? undefined : checkpointMail({ transport, to: auditor, brand, publicUrl }),
        },
        mail: { transport, proofKeys: secrets.ring("proof"), brand, publicUrl },
      });
      return {};
    };
    const readiness = async (): Promise<Readiness> => {
      if (!running) return { ready: false, reason: waitingFor() };
      const refused = await store.refused?.();
      if (refused !== undefined) return { ready: false, reason: refused };
      if (store.outage() === "appends") return { ready: false, reason: takesNoAppends };
      if (!mongo.connected) return { ready: false, reason: `waiting for MongoDB at ${mongo.address}` };
      return running.readiness();
    };
    const app = createServiceApp({
      name: "projector",
      logger,
      metrics,
      readiness,
      trustProxy: config.TRUST_PROXY,
      logRequests: config.REQUEST_LOG,
      allowedOrigins: [],
    });
    endChain(app, logger);
    const release = async () => {
      stopWaiting();
      const stopped = running?.stop();
      await Promise.race([stopped, pause(patienceMilliseconds, undefined, { ref: false })]);
      // Calls that still wait for a store fail now.
      await Promise.all([store.close(), mongo.close(), stopped]);
    };
    return serve({ app, settings: config, begin, release });
  },
} satisfies ServiceProgram;
