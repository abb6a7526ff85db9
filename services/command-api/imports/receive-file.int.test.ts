import { open, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { testFolder } from "@ornament/testing/files/test-folder";
import { receiveFile } from "./receive-file.ts";

const folder = testFolder();

/** Opens a file on a disk that is full. */
const onFullDisk: typeof open = async (...given) => {
  const handle = await open(...given);
  handle.write = () =>
    Promise.reject(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  return handle;
};

test("an upload to a full disk is refused as storage_full, and no file of it is left", async () => {
  let refusal: unknown;
  const server = createServer((request, response) => {
    receiveFile(request, { folder, openFile: onFullDisk })
      .catch((error: unknown) => {
        refusal = error;
      })
      .finally(() => response.end());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const form = new FormData();
  form.append("file", new Blob(["ABCD-123\n".repeat(50_000)]), "pins.csv");
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: form });
  // The rest of the file was never read, so this connection does not become idle.
  server.closeAllConnections();
  server.close();
  expect(refusal).toMatchObject({ code: "storage_full", status: 507, retryAfterSeconds: 30 });
  expect(await readdir(folder)).toEqual([]);
});
