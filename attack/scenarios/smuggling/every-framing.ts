import { RawConnection, statusesIn } from "../../raw-connection.ts";
import type { Attack } from "../../scenario.ts";
import { framings, methods, upstreams } from "./cases.ts";

/** An attacker's request may rightly be waited for by the product: it is left then. */
const attackerMilliseconds = 60;
const victimMilliseconds = 3_000;
/** The connection to a service that the attacker used is the first or second that others use next. */
const victimCalls = 2;
/** What an attack left on other connections must not count for the next one. */
const callsToRecover = 6;

export const everyFraming: Attack = {
  name: "every-framing",
  checks: "whatever ends a request doubtfully, on every upstream and method: others get their own answers",
  usual: { calls: 480, seed: 1 },
  small: { calls: 40, seed: 1 },
  async run(target, { calls, seed }, report) {
    const url = target.product.url;
    const all = Object.keys(upstreams).flatMap((upstream) =>
      methods.flatMap((method) => Object.keys(framings).map((framing) => ({ upstream, method, framing }))),
    );
    const rightly = new Map<string, number>();
    for (const [upstream, { asked }] of Object.entries(upstreams))
      rightly.set(upstream, (await ask(url, asked)).status);
    const through = new Map<string, Set<string>>();
    let wrong = 0;
    for (let n = 0; n < calls; n += 1) {
      // A step that shares no factor with the number of cases comes to each of them once, and far apart.
      const { upstream, method, framing } = all[(seed + n * 77) % all.length] ?? never();
      const { asked, hidden } = upstreams[upstream] ?? never();
      await attack(url, method, asked, framing, hidden);
      for (let victim = 0; victim < victimCalls; victim += 1) {
        const { status, milliseconds } = await ask(url, asked);
        report.called(milliseconds, status);
        if (status === rightly.get(upstream)) continue;
        wrong += 1;
        through.set(framing, (through.get(framing) ?? new Set()).add(`${method} to ${upstream}`));
        for (let more = 0; more < callsToRecover; more += 1) await ask(url, asked);
      }
    }
    report.promised("smuggledAnswers", wrong);
    for (const [framing, where] of through)
      report.figure(`got through, ${framing}`, where.size, `ways: ${[...where].toSorted().join(", ")}`);
  },
};

function never(): never {
  throw new Error("There is no such case");
}

async function attack(url: string, method: string, path: string, framing: string, hiddenPath: string) {
  const hidden = `GET ${hiddenPath} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Ignore: `;
  const { headers, body } = framings[framing]?.(hidden) ?? never();
  const connection = await RawConnection.open(url);
  connection.send(
    [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, ...headers, "", body].join("\r\n"),
  );
  await connection.until(() => statusesIn(connection.received).length > 0, attackerMilliseconds);
  connection.close();
}

/** Somebody else's call on a connection of their own; 0 where no answer comes. */
async function ask(url: string, path: string): Promise<{ status: number; milliseconds: number }> {
  const began = performance.now();
  const connection = await RawConnection.open(url);
  connection.send(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  await connection.until(() => statusesIn(connection.received).length > 0, victimMilliseconds);
  connection.close();
  return { status: statusesIn(connection.received)[0] ?? 0, milliseconds: performance.now() - began };
}
