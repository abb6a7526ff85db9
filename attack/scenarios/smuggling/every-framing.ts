import { RawConnection, statusesIn } from "../../target/raw-connection.ts";
import type { Attack } from "../scenario.ts";
import { framings, methods, upstreams } from "./cases.ts";

/** The wait for an answer: the product may rightly wait for more of the attacker's request. */
const attackerMilliseconds = 60;
const victimMilliseconds = 3_000;
/** The first or second call after the attack uses the connection to a service that the attacker used. */
const victimCalls = 2;
/** Calls that clear the traces of an attack on other connections before the next attack. */
const callsToRecover = 6;

export const everyFraming: Attack = {
  name: "every-framing",
  checks:
    "every ambiguous end of a request, on every upstream and method: other people get their own answers",
  usual: { calls: 480, seed: 1 },
  small: { calls: 40, seed: 1 },
  floor: { of: "answers to the victim that were its own", atLeast: ({ calls }) => calls },
  async run(target, { calls, seed }, report) {
    const url = target.product.url;
    const all = Object.keys(upstreams).flatMap((upstream) =>
      methods.flatMap((method) => Object.keys(framings).map((framing) => ({ upstream, method, framing }))),
    );
    const through = new Map<string, Set<string>>();
    let wrong = 0;
    for (let n = 0; n < calls; n += 1) {
      // 77 shares no factor with the number of cases, so each case is drawn once.
      const { upstream, method, framing } = all[(seed + n * 77) % all.length] ?? never();
      const { asked, hidden, own } = upstreams[upstream] ?? never();
      await attack(url, method, asked, framing, hidden);
      for (let victim = 0; victim < victimCalls; victim += 1) {
        const { status, milliseconds } = await ask(url, asked);
        report.called(milliseconds, status);
        if (status === own) {
          report.succeeded();
          continue;
        }
        wrong += 1;
        through.set(framing, (through.get(framing) ?? new Set()).add(`${method} to ${upstream}`));
        for (let more = 0; more < callsToRecover; more += 1) await ask(url, asked);
      }
    }
    report.promised("smuggledAnswers", wrong);
    for (const [framing, where] of through)
      report.figure(`got through, ${framing}`, where.size, `cases: ${[...where].toSorted().join(", ")}`);
  },
};

function never(): never {
  throw new Error("This case does not exist");
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

/** Another person's call on its own connection. Status 0 means that no answer arrived. */
async function ask(url: string, path: string): Promise<{ status: number; milliseconds: number }> {
  const began = performance.now();
  const connection = await RawConnection.open(url);
  connection.send(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  await connection.until(() => statusesIn(connection.received).length > 0, victimMilliseconds);
  connection.close();
  return { status: statusesIn(connection.received)[0] ?? 0, milliseconds: performance.now() - began };
}
