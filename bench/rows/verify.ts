import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { openProductLog } from "@ornament/embedded/audit/product-log";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { keepProofOf } from "@ornament/testing/event-log/keep-proof-of";
import { newDataDir, removeDataDir } from "@ornament/testing/product/running-product";
import { builtProgram } from "@ornament/testing/programs/built-program";
import { millisecondsOf } from "../measure/one-by-one.ts";
import { fillDataDir } from "../product/benched-product.ts";
import { drawPeople } from "../seed/people.ts";
import type { Row } from "./row.ts";

/** A verification of a stopped product's log by the operator's command, with leaves and signed checkpoints. */
export const verify: Row = {
  name: "verify",
  needs: "empty",
  async measure({ sizes }) {
    const people = sizes.quick ? 1_000 : 40_000;
    const dataDir = newDataDir();
    try {
      const { secrets } = await fillDataDir(dataDir, drawPeople(people, people));
      const events = await eventsOf(dataDir);
      const { masterKey } = readSecrets(secrets, ["master"]);
      await keepProofOf(join(dataDir, "audit"), events, masterKey, 1_000);
      const command = [builtProgram("audit"), "verify"];
      const env = { PATH: process.env.PATH ?? "", DATA_DIR: dataDir };
      const milliseconds = await millisecondsOf(() =>
        promisify(execFile)(process.execPath, command, { env }),
      );
      return [
        {
          what: "Verification of a stopped product's log",
          measured: events.length / (milliseconds / 1_000),
          unit: "events/s",
          bound: { atLeast: 20_000 },
          note: `${events.length} events in ${(milliseconds / 1_000).toFixed(1)} s`,
        },
      ];
    } finally {
      removeDataDir(dataDir);
    }
  },
};

async function eventsOf(dataDir: string): Promise<readonly EventBytes[]> {
  const { store, close } = await openProductLog({ DATA_DIR: dataDir });
  const events: EventBytes[] = [];
  try {
    for await (const event of store.readBytes()) events.push(event);
    return events;
  } finally {
    await close();
  }
}
