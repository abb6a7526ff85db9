import { once } from "node:events";
import { createWriteStream, renameSync, rmSync } from "node:fs";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

/** Where the audit writes to. */
export interface Output {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  /** Called when everything is written. */
  finish(): Promise<void>;
  /** Called in place of `finish` after a failure. */
  discard(): void;
}

/** The reader of the output has closed it, such as `head`. */
export class OutputClosed extends Error {
  constructor() {
    super("The output is closed");
    this.name = "OutputClosed";
  }
}

/** The standard output. Writing throws `OutputClosed` once its reader has gone. */
export function standardOutput(stream: Writable): Output {
  let failure: Error | undefined;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    failure = error.code === "EPIPE" ? new OutputClosed() : error;
  });
  return {
    async write(text) {
      if (failure) throw failure;
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), once(stream, "close")]);
      if (failure) throw failure;
    },
    finish: () =>
      new Promise((resolve, reject) => {
        stream.write("", () => (failure ? reject(failure) : resolve()));
      }),
    discard: () => undefined,
  };
}

/** A file that only its owner reads, which appears under its name when it is whole. */
export function fileOutput(path: string): Output {
  const draft = `${path}.${process.pid}.part`;
  const stream = createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true });
  let failure: Error | undefined;
  stream.on("error", (error) => {
    failure = error;
  });
  const checked = () => {
    if (failure) throw failure;
  };
  return {
    async write(text) {
      checked();
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), once(stream, "close")]);
      checked();
    },
    async finish() {
      stream.end();
      await finished(stream);
      checked();
      renameSync(draft, path);
    },
    discard() {
      stream.destroy();
      rmSync(draft, { force: true });
    },
  };
}
