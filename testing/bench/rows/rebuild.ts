import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { builtProgram } from "@ornament/testing/programs/built-program";
import { millisecondsOf } from "../measure/one-by-one.ts";
import type { Row } from "./row.ts";

/** A rebuild of all read models by the operator's command, from its start until its end. */
export const rebuild: Row = {
  name: "rebuild",
  needs: "filled",
  async measure({ product: { running, events } }) {
    const command = [builtProgram("projections"), "rebuild", "all"];
    const env = { PATH: process.env.PATH ?? "", DATA_DIR: running.dataDir };
    const milliseconds = await millisecondsOf(() => promisify(execFile)(process.execPath, command, { env }));
    return [
      {
        what: "Rebuild of all read models",
        measured: events / (milliseconds / 1_000),
        unit: "events/s",
        bound: { atLeast: 6_000 },
        note: `${events} events in ${(milliseconds / 1_000).toFixed(1)} s`,
      },
    ];
  },
};
