import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "@ornament/testing/calls/kept-connections";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { balancedServices } from "../../target/balanced-services.ts";
import type { Caller } from "../../target/caller.ts";
import { newPins } from "../../target/people.ts";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";

/** The number of commands for each replica. */
const commandsAtOnce = 8;

/** The imports that run during the attack, and the PINs of each. */
const imports = 2;
const pinsAtOnce = 1_000;

export const revokedReads: Attack = {
  name: "revoked-reads",
  checks:
    "a token whose sign-out one replica has acknowledged is accepted by no other process, while many sign in and PINs are imported",
  usual: { calls: 40, clients: 8 },
  small: undefined,
  floor: {
    of: "tokens that were accepted before the sign-out and refused after it",
    atLeast: ({ calls }) => 0.9 * calls,
  },
  async run(target, { calls, clients }, report) {
    const services = await balancedServices(target, { TRUST_PROXY: "2", REQUEST_LIMIT_SCALE: "1000" });
    try {
      const caller = target.caller(report, services.url);
      const crowd = target.caller(target.preparation, services.url);
      const busy = keepBusy(target, crowd, clients);
      let shown = 0;
      for (let round = 0; round < calls; round += 1) {
        const token = await signIn(caller, target.source());
        let before = await useEverywhere(caller, token);
        // Reads are refused while the read models lag behind the sign-out of the round before.
        while (before.some(({ status }) => status === 503)) {
          await pause(500);
          before = await useEverywhere(caller, token);
        }
        const ended = await caller.call("POST", "/api/admin/logout", { token });
        report.check(ended.status === 200, `the sign-out was answered ${ended.status}`);
        const after = await useEverywhere(caller, token);
        const wrong = after.filter(({ status }) => status !== 401 && status !== 503);
        report.check(
          wrong.length === 0,
          `after the sign-out ${wrong.length} calls were answered ${wrong[0]?.status}`,
        );
        const accepted = before.every(({ status }) => status === 200);
        const refused = after.filter(({ status }) => status === 401).length > commandsAtOnce / 2;
        if (accepted && refused) shown += 1;
      }
      await busy.stop();
      report.succeeded(shown);
    } finally {
      await services.stop();
    }
  },
};

/** Commands to all replicas, and reads of query-api. */
const useEverywhere = (caller: Caller, token: string): Promise<Reply[]> =>
  allAtOnce(commandsAtOnce + 2, (n) =>
    n < commandsAtOnce
      ? caller.call("POST", "/api/admin/update-setting", {
          token,
          body: { name: "numberDevices", value: 5 },
        })
      : caller.call("GET", "/api/admin/table/pins", { token }),
  );

async function signIn(caller: Caller, source: string): Promise<string> {
  for (;;) {
    const body = { email: adminEmail, password: adminPassword };
    const reply = await caller.call("POST", "/api/admin/login", { body, source });
    if (reply.status === 200) return reply.body.accessToken;
  }
}

/** Endless sign-ins and imports through the same replicas, so that other events precede a revocation. */
function keepBusy(target: Target, caller: Caller, clients: number): { stop(): Promise<unknown> } {
  let going = true;
  const forever = async (work: () => Promise<unknown>) => {
    while (going) await work();
  };
  const all = Promise.all([
    ...Array.from({ length: imports }, () => forever(() => newPins(target, pinsAtOnce, caller))),
    ...Array.from({ length: clients }, () => forever(() => signIn(caller, target.source()))),
  ]);
  return {
    stop() {
      going = false;
      return all;
    },
  };
}
