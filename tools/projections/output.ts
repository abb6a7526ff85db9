import { createWriteStream, renameSync, rmSync } from "node:fs";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

export interface Output {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  discard(): void;
}

/** Writes an output as a whole: a failure of the work discards it. */
export async function whole<T>(output: Output, work: (output: Output) => Promise<T>): Promise<T> {
  try {
    const result = await work(output);
    await output.finish();
    return result;
  } catch (error) {
    output.discard();
    throw error;
  }
}

export class OutputClosed extends Error {
  constructor() {
    super("The output is closed");
    this.name = "OutputClosed";
  }
}

/** The standard output. Writing throws `OutputClosed` once its reader has gone. */
export function standardOutput(stream: Writable): Output {
  const { write, check } = checkedWrites(stream, (error) =>
    "code" in error && error.code === "EPIPE" ? new OutputClosed() : error,
  );
  return {
    write,
    async finish() {
      await new Promise<void>((resolve) => stream.write("", () => resolve()));
      check();
    },
    discard: () => undefined,
  };
}

/** A file that only its owner reads, which appears under its name when it is whole. */
export function fileOutput(path: string): Output {
  const draft = `${path}.${process.pid}.part`;
  const stream = createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true });
  const { write, check } = checkedWrites(stream, (error) => error);
  return {
    write,
    async finish() {
      check();
      stream.end();
      await finished(stream);
      renameSync(draft, path);
    },
    discard() {
      stream.destroy();
      rmSync(draft, { force: true });
    },
  };
}

function checkedWrites(stream: Writable, explained: (error: Error) => Error) {
  let failure: Error | undefined;
  let wake: () => void = () => undefined;
  stream.on("error", (error) => {
    failure = explained(error);
    wake();
  });
  stream.on("drain", () => wake());
  const check = () => {
    if (failure) throw failure;
  };
  return {
    check,
    async write(text: string) {
      check();
      const drained = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (!stream.write(text)) await drained;
      check();
    },
  };
}
