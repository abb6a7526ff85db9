import { commandApi } from "@ornament/command-api/program";
import { gateway } from "@ornament/gateway/program";
import type { Logger } from "@ornament/platform/logging/logger";
import { projector } from "@ornament/projector/program";
import { queryApi } from "@ornament/query-api/program";

const programs = { "command-api": commandApi, "query-api": queryApi, projector, gateway };

export type ServiceName = keyof typeof programs;

/** Runs a service in this process, listening on a port of its own as it would alone. */
export async function startServiceHere(
  name: ServiceName,
  environment: Record<string, string | undefined>,
  logger: Logger,
) {
  const service: Running = await programs[name].start({
    environment,
    logger: logger.child({ service: name }),
  });
  return { ...service, port: service.port ?? 0, stop: () => service.stop() };
}

interface Running {
  port?: number | undefined;
  details?: Record<string, unknown>;
  stop(): Promise<void>;
}
