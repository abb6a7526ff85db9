import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { ConfigError, portSetting, yesOrNoSetting } from "../config/read-config.ts";
import { ConnectionGuard } from "./guard-connections.ts";

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

const stopMilliseconds = 5_000;

/** Strict limits, so that a later default of Node can't be less strict. The guard checks `Host` itself. */
const strict = { insecureHTTPParser: false, requireHostHeader: false, maxHeaderSize: 16 * 1024 };
const timeouts = {
  // Counted from the first byte of a request, so an idle connection is not cut off by it.
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  // Above the 60 s of nginx and of Amazon's load balancer and the 90 s of Traefik, which would otherwise send a
  // request on a connection that is being closed, and answer it with 502.
  keepAliveTimeout: 95_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * The connections that may wait to be accepted; the system can lower it. Linux drops the excess, and those
 * callers try again only after 1, 3, 7, 15 and 31 seconds. Node's default is 511.
 */
const mostUnaccepted = 4_096;

/**
 * Listens on loopback unless a host is given; port 0 lets the system choose. `url` has no slash at the end.
 * Throws `ConfigError` for a taken port. Requests that two programs could read differently never reach the
 * listener.
 */
export async function startServer(
  listener: RequestListener,
  { port: wanted, host = "127.0.0.1" }: { port: number; host?: string },
) {
  const guard = new ConnectionGuard();
  const server = createServer({ ...strict, ...timeouts }, guard.before(listener));
  // Their bytes are limited. By default Node silently drops the headers after the first thousand.
  server.maxHeadersCount = 0;
  guard.watch(server);
  await listen(server, wanted, host);
  const { port } = server.address() as AddressInfo;
  const shown = host.includes(":") ? `[${host}]` : host;
  return { port, url: `http://${shown}:${port}`, server, stop: () => stop(server) };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = listenProblem(error.code);
      reject(reason ? new ConfigError(`Cannot listen on ${host}:${port}: ${reason}`) : error);
    });
    server.listen({ port, host, backlog: mostUnaccepted }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function listenProblem(code: string | undefined): string | undefined {
  if (code === "EADDRINUSE") return "the port is taken by another program";
  if (code === "EACCES") return "this port needs more rights";
  if (code === "EADDRNOTAVAIL") return "this machine has no such address";
  return undefined;
}

/** Accepts no more requests, lets running ones finish, and closes all connections after 5 seconds. */
async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), stopMilliseconds);
  // A kept-alive connection becomes idle only when its last answer has been sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearTimeout(late);
  clearInterval(sweep);
}

/** The settings of every service. Only metrics are answered at METRICS_PORT. */
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

/**
 * Serves an app and, if METRICS_PORT is set, its metrics to every caller that reaches that port: it is meant for
 * the network of the services and must not be published. Throws `ConfigError` for a taken port.
 */
export async function startServiceServer(
  app: RequestListener,
  measurements: () => Promise<string>,
  { PORT: port, HOST: host, METRICS_PORT: metricsPort }: ListenSettings,
): Promise<readonly RunningServer[]> {
  const server = await startServer(app, { port, host });
  if (metricsPort === undefined) return [server];
  try {
    return [server, await startServer(answerMetrics(measurements), { port: metricsPort, host })];
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
