import type { RequestListener } from "node:http";
import { type ListenSettings, startServiceServer } from "../http/service-server.ts";
import type { RunningService, StartDetails } from "./run-service.ts";

interface Served<A, D extends StartDetails> {
  readonly app: A;
  readonly settings: ListenSettings;
  /** Opens no port: the service is called inside this process. */
  readonly here?: boolean | undefined;
  /** What the start still does once health and readiness are answered, e.g. wait for a store. */
  readonly begin?: () => Promise<D>;
  /** Closes what the service has opened. Called at the stop, and when its port can't be opened. */
  readonly release?: () => Promise<unknown>;
}

/** A service that serves its app. `started` settles when `begin` does. */
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
    const server = here ? undefined : await startServiceServer(app, app.measurements, settings);
    const started = begin();
    // A failure is handled by those who await `started`. Without this line it would also end the process.
    started.catch(() => undefined);
    return {
      app,
      port: server?.port,
      started,
      async stop() {
        await server?.stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
