import type { dataCopyRoutes } from "@ornament/contracts/data-copy/api";
import type { DataCopyFormat } from "@ornament/contracts/data-copy/format";
import type { Brand } from "@ornament/contracts/values/brand";
import { inertJson } from "@ornament/platform/http/answers";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import { attachment, inChunks, jsonArray, sendStream } from "../table/send-stream.ts";
import { htmlCopy } from "./html-copy.ts";
import { type DataCopyInParts, readDataCopy } from "./read-data-copy.ts";

interface Form {
  readonly type: string;
  readonly write: (copy: DataCopyInParts) => AsyncGenerator<string>;
}

const forms: Readonly<Record<DataCopyFormat, Form>> = {
  html: { type: "text/html; charset=utf-8", write: htmlCopy },
  json: { type: "application/json; charset=utf-8", write: jsonCopy },
};

const fileName = (id: number, now: Date, format: DataCopyFormat) =>
  `ornament-data-consumer-${id}-${now.toISOString().slice(0, 10)}.${format}`;

/** The copy of a consumer's data, whose look is recorded before the handler runs. */
export const dataCopyHandlers = (
  readSide: ReadSide,
  brand: Brand,
  clock: () => Date,
): HandlersFor<typeof dataCopyRoutes> => ({
  consumerDataCopy: reading(readSide, async ({ params: { id }, body: { format, timeZone }, res }, view) => {
    const now = clock();
    const copy = await readDataCopy(view, { id, now, timeZone, brand });
    const { type, write } = forms[format];
    const headers = { "Content-Type": type, "Content-Disposition": attachment(fileName(id, now, format)) };
    await sendStream(res, headers, inChunks(write(copy)));
    return streamed;
  }),
});

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
