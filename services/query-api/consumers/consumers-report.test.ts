import { expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { consumerRowDocuments, deviceDocument, pinDocument } from "../testing/documents.ts";
import type { JoinedRow } from "./consumer-rows.ts";
import { consumersReport } from "./consumers-report.ts";

const stored = { position: 1n, deleted: false };

async function report(devices: number, ...rows: JoinedRow[]) {
  const given = (async function* () {
    yield rows;
  })();
  const shownDate = (date: Date) => date.toISOString();
  return (await listOf(consumersReport(given, { devices, shownDate }))).flat();
}

test("the Consumers report keeps its columns when a device is bound while it is written", async () => {
  const account = { _id: 7, email: "ann@example.com" };
  const rows = consumerRowDocuments(account, [{ code: "ABCD123" }]).map((row) => ({
    row: { ...row, ...stored },
    pin: { ...pinDocument("ABCD123", { devices: [deviceDocument(1), deviceDocument(2)] }), ...stored },
  }));
  const [head, line] = await report(1, ...rows);
  expect(line).toHaveLength(head?.length ?? 0);
});
