import { inertJson } from "@ornament/platform/http/answers";
import { jsonArray } from "../table/send-stream.ts";
import type { DataCopyInParts } from "./read-data-copy.ts";

/** The copy as JSON text, in pieces. */
export async function* jsonCopy({ facts, entries }: DataCopyInParts): AsyncGenerator<string> {
  yield "{\n";
  for (const [name, value] of Object.entries(facts)) yield `${inertJson(name)}: ${inertJson(value)},\n`;
  yield '"log": ';
  yield* jsonArray(each(entries));
  yield "\n}\n";
}

async function* each<T>(chunks: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const chunk of chunks) yield* chunk;
}
