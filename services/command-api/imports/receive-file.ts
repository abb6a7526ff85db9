import { createHash } from "node:crypto";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Refusal } from "@ornament/contracts/routes/errors";
import { beginningOf } from "@ornament/contracts/values/hidden-characters";
import { limits } from "@ornament/contracts/values/limits";
import busboy from "busboy";

/** An uploaded file on disk, whose name is that of a CSV file. The caller removes it. */
export interface ReceivedFile {
  readonly path: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The column of the PINs that a person has chosen, from 0. */
  readonly column?: number | undefined;
  remove(): Promise<void>;
}

export interface ReceiveOptions {
  /** The folder of the file; the system's temporary folder unless given. */
  readonly folder?: string | undefined;
  readonly maximumBytes?: number | undefined;
  /** Creates the file. Tests give one that fails as on a full disk. */
  readonly openFile?: typeof open | undefined;
}

/** Bytes that a form may have in addition to the file: boundaries, headers and names of fields. */
const formOverhead = 64 * 1024;

/**
 * Writes the field `file` of a multipart request to disk. Throws `import_no_file`, `import_not_csv` and
 * `import_workbook` (by the file's name), `import_too_large` as soon as the limit is passed,
 * `import_unreadable` (empty), `malformed_body`, `unsupported_media` (not a multipart form) and
 * `storage_full`.
 */
export async function receiveFile(
  request: IncomingMessage,
  options: ReceiveOptions = {},
): Promise<ReceivedFile> {
  const maximumBytes = options.maximumBytes ?? limits.importBytes;
  if (Number(request.headers["content-length"] ?? 0) > maximumBytes + formOverhead) {
    request.resume();
    throw new Refusal("import_too_large");
  }
  const form = openForm(request);
  return await new Promise<ReceivedFile>((resolve, reject) => {
    let spooling: Promise<ReceivedFile> | undefined;
    let refused = false;
    /** Drops the rest: a sender that can't finish sending might not read the answer. */
    const refuse = (error: unknown) => {
      if (refused) return;
      refused = true;
      request.unpipe(form);
      request.resume();
      form.destroy();
      // The answer is sent after the file is deleted from disk.
      Promise.resolve(spooling?.then((file) => file.remove()))
        .catch(() => undefined)
        .finally(() => reject(error));
    };
    form.on("file", (field, file, { filename }) => {
      // When the form breaks off, its file fails too. Without a listener that error would end the process.
      let broken = false;
      file.on("error", () => {
        broken = true;
      });
      if (field !== "file" || spooling) {
        file.resume();
        return;
      }
      spooling = spool(file, cleanFileName(filename), { ...options, maximumBytes });
      spooling.catch((error: unknown) => {
        const problem = spoolProblem(error);
        refuse(broken && !(problem instanceof Refusal) ? new Refusal("malformed_body") : problem);
      });
    });
    form.on("error", () => refuse(new Refusal("malformed_body")));
    form.once("close", () => {
      if (refused) return;
      if (!spooling) refuse(new Refusal("import_no_file"));
      spooling?.then(resolve).catch(() => undefined);
    });
    request.once("close", () => {
      if (!request.complete) refuse(new Refusal("malformed_body"));
    });
    request.pipe(form);
  });
}

/** A full disk is not a defect of the program: the sender is asked to try again later. */
function spoolProblem(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT"
    ? new Refusal("storage_full", { retryAfterSeconds: 30 })
    : error;
}

function openForm(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: "utf8",
      limits: { files: 1, fields: 10, fieldSize: 1024, parts: 12 },
    });
  } catch {
    request.resume();
    throw new Refusal("unsupported_media");
  }
}

async function spool(
  file: Readable,
  fileName: string,
  { folder, maximumBytes, openFile = open }: ReceiveOptions & { maximumBytes: number },
): Promise<ReceivedFile> {
  if (workbookName.test(fileName)) throw new Refusal("import_workbook");
  if (!/\.csv$/i.test(fileName)) throw new Refusal("import_not_csv");
  const uploadFolder = await mkdtemp(join(folder ?? tmpdir(), "pin-import-"));
  const remove = () => rm(uploadFolder, { recursive: true, force: true });
  try {
    const path = join(uploadFolder, "upload.csv");
    const written = await writeWithin(file, await openFile(path, "wx", 0o600), maximumBytes);
    return { path, fileName, ...written, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeWithin(file: Readable, spooled: FileHandle, maximumBytes: number) {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maximumBytes) throw new Refusal("import_too_large");
      hash.update(chunk);
      await spooled.write(chunk);
    }
    if (bytes === 0) throw new Refusal("import_unreadable", { details: { reason: "it is empty" } });
  } finally {
    await spooled.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

const workbookName = /\.(?:xls[xmb]?|ods|numbers)$/i;

/** The file's name without its path and without control characters. */
function cleanFileName(name: string | undefined): string {
  const base = (name ?? "").split(/[\\/]/).at(-1) ?? "";
  const clean = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "").trim();
  return clean.length <= limits.fileName ? clean : `${beginningOf(clean, limits.fileName - 4)}.csv`;
}
