import { setTimeout as pause } from "node:timers/promises";
import type { ServiceApp } from "@ornament/platform/http/service-app";

type Services = Record<string, ServiceApp | URL>;

const timeoutMilliseconds = 2_000;
const timeLimit = () => AbortSignal.timeout(timeoutMilliseconds);

/** The first service that is not ready, with its reason; `undefined` when all are. */
export async function notReadyBecause(services: Services): Promise<string | undefined> {
  const reasons = await Promise.all(
    Object.entries(services).map(async ([name, service]) => {
      try {
        const reason = await (service instanceof URL ? reasonAt(service) : reasonOf(service));
        return reason === undefined ? undefined : `${name}: ${reason}`;
      } catch {
        return `${name}: does not answer`;
      }
    }),
  );
  return reasons.find((reason) => reason !== undefined);
}

async function reasonOf(service: ServiceApp): Promise<string | undefined> {
  const late = pause(timeoutMilliseconds, undefined, { ref: false }).then(() => {
    throw new Error("The readiness check took too long");
  });
  const state = await Promise.race([service.readiness(), late]);
  return state.ready ? undefined : state.reason;
}

async function reasonAt(address: URL): Promise<string | undefined> {
  const answer = await fetch(new URL("/readyz", address), { signal: timeLimit() });
  if (answer.ok) return undefined;
  const { reason } = (await answer.json()) as { reason?: string };
  return reason ?? String(answer.status);
}

/** The gateway's metrics and those of all services in one text; each has its service's label. */
export async function joinedMetrics(services: Services, own: () => Promise<string>): Promise<string> {
  const texts = await Promise.all([
    own(),
    ...Object.values(services).map(async (service) => {
      try {
        return await (service instanceof URL ? measurementsAt(service) : service.measurements());
      } catch {
        return "";
      }
    }),
  ]);
  return byMetric(texts);
}

async function measurementsAt(address: URL): Promise<string> {
  const answer = await fetch(new URL("/metrics", address), { signal: timeLimit() });
  return answer.ok ? answer.text() : "";
}

/** Groups the lines by metric, each with its HELP and TYPE once, as the format requires. */
export function byMetric(texts: readonly string[]): string {
  const heads = new Map<string, Set<string>>();
  const samples = new Map<string, string[]>();
  let metric = "";
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const [head, name] = /^# (?:HELP|TYPE) (\S+).*/.exec(line) ?? [];
    if (head !== undefined && name !== undefined) {
      metric = name;
      heads.set(metric, (heads.get(metric) ?? new Set()).add(head));
    } else if (line !== "") samples.set(metric, [...(samples.get(metric) ?? []), line]);
  }
  return [...heads].flatMap(([name, lines]) => [...lines, ...(samples.get(name) ?? []), ""]).join("\n");
}
