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
  return withoutRepeatedHeads(texts.join("\n"));
}

/** A metric's HELP and TYPE may stand once only. */
function withoutRepeatedHeads(text: string): string {
  const seen = new Set<string>();
  return text
    .split("\n")
    .filter((line) => {
      const head = /^# (?:HELP|TYPE) \S+/.exec(line)?.[0];
      if (head === undefined) return true;
      if (seen.has(head)) return false;
      seen.add(head);
      return true;
    })
    .join("\n");
}
