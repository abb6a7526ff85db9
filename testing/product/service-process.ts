import { type ChildProcess, fork } from "node:child_process";
import { builtProgram } from "../programs/built-program.ts";
import { adminEmail, adminPassword } from "./running-product.ts";

export type ServiceName = "command-api" | "query-api" | "projector" | "gateway";

/** A built service in a separate process, with or without its stores. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /** Resolves when the service handles SIGTERM. Until then the signal ends the process immediately. */
  readonly handlesSigterm: Promise<void>;
  /** Resolves with the service's URL when it listens. */
  readonly listening: Promise<string>;
  /** Resolves with the service's message to its parent process after it has reached its stores. */
  readonly started: Promise<Record<string, unknown>>;
  /** The entries of its program log. */
  logEntries(): Record<string, unknown>[];
}

/** Code loaded before the program. It reports when the program adds its handler for SIGTERM. */
const reportHandler = `process.on("newListener", (name) => name === "SIGTERM" && process.send({ handlesSigterm: true }))`;

/** Starts a built service. It doesn't wait until the service listens. */
export function startService(name: ServiceName, environment: Record<string, string>): ServiceProcess {
  const child = fork(builtProgram(name), {
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      PUBLIC_URL: "http://localhost:8080",
      PLAYER_URL: "http://localhost:8080/player/",
      COMMAND_API_URL: "http://127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1:1",
      PASSWORD_COST: "4",
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: "info",
      ...environment,
    },
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(reportHandler)}`],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  const message = (key: "handlesSigterm" | "ready" | "started") =>
    new Promise<Record<string, unknown>>((resolve) =>
      child.on("message", (sent: Record<string, unknown>) => key in sent && resolve(sent)),
    );
  return {
    child,
    ended: new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal }))),
    handlesSigterm: message("handlesSigterm").then(() => undefined),
    listening: message("ready").then(({ port }) => `http://127.0.0.1:${port}`),
    started: message("started"),
    logEntries: () =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
}
