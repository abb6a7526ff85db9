import { randomUUID } from "node:crypto";
import { jsonEvent } from "@eventstore/db-client";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import { callsPerSecond, inTurns, mediansOf } from "../measure/in-turns.ts";
import type { Row } from "./row.ts";

const text = "a".repeat(200);
const event = () => ({ id: randomUUID(), type: "Benched", data: { text }, metadata: {} });

/** Our own append call beside the official client's, on the same server. Each append goes to a new stream. */
export const appends: Row = {
  name: "appends",
  needs: "empty",
  async measure({ product, sizes }) {
    const client = product.eventStoreClient();
    const log = connectLog(product.eventstoreUrl);
    const compare = async (count: number, atOnce: number) => {
      const turns = await inTurns(
        sizes.quick ? 3 : 5,
        () =>
          callsPerSecond(count, atOnce, () =>
            log.append(`bench-${randomUUID()}`, "no_stream", [event()], 10_000),
          ),
        () =>
          callsPerSecond(count, atOnce, () =>
            client.appendToStream(`bench-${randomUUID()}`, jsonEvent(event()), {
              expectedRevision: "no_stream",
            }),
          ),
      );
      const { ours, baseline } = mediansOf(turns);
      return {
        what: `Append of one event, ${atOnce} at once`,
        ours: { value: ours, unit: "appends/s" },
        baseline: { what: "official client", value: baseline, unit: "appends/s" },
      };
    };
    try {
      const share = sizes.quick ? 5 : 1;
      return [await compare(300 / share, 1), await compare(3_000 / share, 64)];
    } finally {
      await log.close();
      await client.dispose();
    }
  },
};
