/** The services behind the gateway by name, each with its address. */
type Services = Record<string, string>;

const patience = () => AbortSignal.timeout(2_000);

/** The first service that is not ready, with its reason; `undefined` when all are. */
export async function notReadyBecause(services: Services): Promise<string | undefined> {
  const reasons = await Promise.all(
    Object.entries(services).map(async ([name, url]) => {
      try {
        const answer = await fetch(new URL("/readyz", url), { signal: patience() });
        if (answer.ok) return undefined;
        const { reason } = (await answer.json()) as { reason?: string };
        return `${name}: ${reason ?? answer.status}`;
      } catch {
        return `${name}: does not answer`;
      }
    }),
  );
  return reasons.find((reason) => reason !== undefined);
}

/** The measurements of all services in one text; each carries its service's label. */
export async function joinedMetrics(services: Services): Promise<string> {
  const texts = await Promise.all(
    Object.values(services).map(async (url) => {
      try {
        return await (await fetch(new URL("/metrics", url), { signal: patience() })).text();
      } catch {
        return "";
      }
    }),
  );
  return byMetric(texts);
}

/** A metric's lines have to stand together, with its HELP and TYPE once. */
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
