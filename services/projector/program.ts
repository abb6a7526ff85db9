import { brandFrom } from "@ornament/contracts/domain/brand";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import {
  portSetting,
  readConfig,
  trustProxySetting,
  urlSetting,
} from "@ornament/platform/config/read-config";
import { openEventStore } from "@ornament/platform/eventstore/open-event-store";
import { startServer } from "@ornament/platform/http/server";
import { createServiceApp } from "@ornament/platform/http/service-app";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createMongoClient } from "@ornament/platform/mongodb/connection";
import type { ServiceProgram } from "@ornament/platform/process/run-service";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import { startProjector } from "./app.ts";
import { smtpTransport } from "./reactors/mail/transport.ts";

const settings = z.object({
  PORT: portSetting.default(8083),
  HOST: z.string().default("127.0.0.1"),
  EVENTSTORE_URL: z.string(),
  MONGODB_URL: z.string(),
  MONGODB_DATABASE: z.string().default("ornament"),
  PUBLIC_URL: urlSetting,
  SMTP_URL: z.string().regex(/^smtps?:\/\/[^/]/, "must be an address such as smtp://127.0.0.1:25"),
  /** The sender's address; the support address unless given. */
  MAIL_FROM: z.string().optional(),
  TRUST_PROXY: trustProxySetting.default(0),
});

/** The projector as a service: PORT, EVENTSTORE_URL, MONGODB_URL, SMTP_URL, PUBLIC_URL and its secrets. */
export const projector = {
  name: "projector",
  async start({ environment, logger, here }) {
    const config = readConfig(settings, environment);
    const secrets = readSecrets(environment, ["master", "proof"]);
    const metrics = createMetrics({ service: "projector" });
    const store = openEventStore({
      connectionString: config.EVENTSTORE_URL,
      definitions: Object.values(eventCatalogue),
      masterKey: secrets.masterKey,
      logger,
      metrics,
    });
    const client = createMongoClient(config.MONGODB_URL, "ornament-projector");
    const db = client.db(config.MONGODB_DATABASE);
    const brand = brandFrom(environment);
    const projections = startProjector({
      store,
      db,
      logger,
      metrics,
      clock: () => new Date(),
      mail: {
        transport: smtpTransport({
          url: config.SMTP_URL,
          brand,
          from: config.MAIL_FROM ?? brand.supportEmail,
        }),
        proofKeys: secrets.ring("proof"),
        brand,
        publicUrl: config.PUBLIC_URL,
      },
    });
    const app = createServiceApp({
      name: "projector",
      logger,
      metrics,
      readiness: () => projections.readiness(),
      trustProxy: config.TRUST_PROXY,
      allowedOrigins: [],
    });
    const stop = async () => {
      await projections.stop();
      await Promise.all([store.close(), client.close()]);
    };
    try {
      const server = here ? undefined : await startServer(app, { port: config.PORT, host: config.HOST });
      return {
        app,
        port: server?.port,
        async stop() {
          await server?.stop();
          await stop();
        },
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
} satisfies ServiceProgram;
