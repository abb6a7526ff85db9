import { Refusal } from "@ornament/contracts/errors";
import { type CsvRecord, CsvRecords } from "./csv-records.ts";

/**
 * The records of a CSV file whose bytes come in chunks. Throws `import_not_csv` for bytes that are not text
 * in UTF-8, and `import_unreadable` as `CsvRecords` does.
 */
export class CsvBytes {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #records = new CsvRecords();

  *read(chunk: Buffer): Generator<CsvRecord> {
    // NUL is valid UTF-8, but no CSV has it. The file is a workbook, an archive or text in UTF-16.
    if (chunk.includes(0)) throw new Refusal("import_not_csv");
    yield* this.#records.read(this.#decode(chunk));
  }

  *end(): Generator<CsvRecord> {
    yield* this.#records.read(this.#decode());
    yield* this.#records.end();
  }

  #decode(chunk?: Buffer): string {
    try {
      return this.#decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Refusal("import_not_csv");
    }
  }
}
