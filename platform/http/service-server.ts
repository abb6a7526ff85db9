import type { RequestListener } from "node:http";
import { z } from "zod";
import { portSetting, yesOrNoSetting } from "../config/read-config.ts";
import { startServer } from "./server.ts";

/** The settings of every service: HOST, PORT, for metrics only METRICS_PORT, and whether requests are logged. */
export const listenSettings = (port: number) => ({
  PORT: portSetting.default(port),
  HOST: z.string().default("127.0.0.1"),
  METRICS_PORT: portSetting.optional(),
  REQUEST_LOG: yesOrNoSetting.default(true),
});

export interface ListenSettings {
  PORT: number;
  HOST: string;
  METRICS_PORT?: number | undefined;
}

export interface ServiceServer {
  readonly port: number;
  /** The port for metrics, if METRICS_PORT is set. */
  readonly metricsPort: number | undefined;
  stop(): Promise<void>;
}

/**
 * Serves an app and, if METRICS_PORT is set, its metrics on a separate port. Every caller that reaches that
 * port may read them: it is meant for the network of the services and must not be published. Throws
 * `ConfigError` for a taken port.
 */
export async function startServiceServer(
  app: RequestListener,
  measurements: () => Promise<string>,
  { PORT: port, HOST: host, METRICS_PORT: metricsPort }: ListenSettings,
): Promise<ServiceServer> {
  const server = await startServer(app, { port, host });
  if (metricsPort === undefined)
    return { port: server.port, metricsPort: undefined, stop: () => server.stop() };
  try {
    const metrics = await startServer(answerMetrics(measurements), { port: metricsPort, host });
    return {
      port: server.port,
      metricsPort: metrics.port,
      stop: async () => void (await Promise.all([server.stop(), metrics.stop()])),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const answerMetrics =
  (measurements: () => Promise<string>): RequestListener =>
  async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET")
      return void response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found\n");
    try {
      const text = await measurements();
      response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4" }).end(text);
    } catch {
      response.writeHead(503, { "Content-Type": "text/plain" }).end("The measurements can't be read\n");
    }
  };
