import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { figureLine, latencyLine } from "../measure/figures.ts";
import type { Product } from "../product/product.ts";
import type { Group } from "./group.ts";

const pins = 5_000;
const changes = 200;

/** The product in a day's work: an import, changes, reads, a stop and a start. */
export const measureChanges: Group = async (product) => {
  console.log(figureLine("Start on an empty log, until ready", await product.start(), "ms"));
  await product.signIn();
  await importPins(product);
  await changeAndRead(product);
  await readTables(product);
  console.log(figureLine("Stop", await product.stop(), "ms"));
  const start = `Start over ${pins + changes} events and more, until ready`;
  console.log(figureLine(start, await product.start(), "ms"));
};

const codeOf = (row: number) => `BEN${row.toString(36).toUpperCase().padStart(4, "0")}`;

async function importPins(product: Product): Promise<void> {
  const file = new FormData();
  const csv = Array.from({ length: pins }, (_, row) => codeOf(row)).join("\n");
  file.append("file", new Blob([csv], { type: "text/csv" }), "bench.csv");
  const { milliseconds, position } = await product.call("POST", "/api/admin/import/csv", file);
  console.log(figureLine(`Import of ${pins} PINs`, pins / (milliseconds / 1000), "PINs/s"));
  const seen = await product.call("GET", "/api/admin/table/pins?limit=10", undefined, position);
  console.log(figureLine("… until all are in the table", seen.milliseconds, "ms"));
}

async function changeAndRead(product: Product): Promise<void> {
  const commands: number[] = [];
  const reads: number[] = [];
  for (let n = 0; n < changes; n += 1) {
    const body = { id: pinIdOf(codeOf(n)), status: false, comment: "bench" };
    const changed = await product.call("PUT", "/api/admin/update-pin-status", body);
    const read = await product.call("GET", "/api/admin/table/pins?limit=25", undefined, changed.position);
    commands.push(changed.milliseconds);
    reads.push(read.milliseconds);
  }
  console.log(latencyLine("A change, durable", commands));
  console.log(latencyLine("The table with that change in it", reads));
}

async function readTables(product: Product): Promise<void> {
  for (const [what, path] of [
    ["A page of pins by an indexed sort", "/api/admin/table/pins?limit=25&fieldName=status&page=100"],
    ["Pins by a part of the code", "/api/admin/table/pins?limit=25&query=EN00&field=pin"],
    ["A page of the log", "/api/admin/action-logs?page=2&limit=25"],
  ] as const) {
    const times: number[] = [];
    for (let n = 0; n < changes; n += 1) times.push((await product.call("GET", path)).milliseconds);
    console.log(latencyLine(what, times));
  }
}
