import type { RequestListener } from "node:http";
import { type ListenSettings, startServiceServer } from "../http/server.ts";
import type { RunningService, StartDetails } from "./run-service.ts";

interface Served<A, D extends StartDetails> {
  readonly app: A;
  readonly settings: ListenSettings;
  /** As in `ServiceContext`. */
  readonly here?: boolean | undefined;
  /** The start after health and readiness are answered, e.g. the wait for a store. */
  readonly begin?: () => Promise<D>;
  /** Called at the stop, and when the port can't be opened. */
  readonly release?: () => Promise<unknown>;
}

/** `started` settles when `begin` does. */
export interface ServedService<A, D extends StartDetails> extends RunningService {
  readonly app: A;
  readonly started: Promise<D>;
}

const nothing = async () => ({});

/** Serves a service's app, then begins. Throws `ConfigError` for a port that is taken. */
export async function serve<
  A extends RequestListener & { measurements: () => Promise<string> },
  D extends StartDetails,
>({
  app,
  settings,
  here = false,
  begin = nothing as () => Promise<D>,
  release = nothing,
}: Served<A, D>): Promise<ServedService<A, D>> {
  try {
    const servers = here ? [] : await startServiceServer(app, app.measurements, settings);
    const started = begin();
    // The callers that await `started` handle a failure. Without this line it would also end the process.
    started.catch(() => undefined);
    const stop = async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await release();
    };
    return { app, port: servers[0]?.port, started, stop };
  } catch (error) {
    await release();
    throw error;
  }
}
