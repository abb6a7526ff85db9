import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { expect, test } from "@jest/globals";
import { testFolder } from "@ornament/testing/files/test-folder";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { testConfig } from "../testing/test-command-api.ts";

const spool = testFolder();
const api = apiForFile({ config: testConfig({ spoolFolder: spool }) });
const admin = forFile(() => api.signedInAdmin());

const boundary = "----boundary";
const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\nContent-Type: text/csv\r\n\r\n`,
);

/** Sends a request whose body is written piece by piece. Resolves as soon as the service answers. */
function stream(
  headers: Record<string, string>,
  pieces: Iterable<Buffer>,
): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const url = new URL("/api/admin/import/csv", api.url);
    const request = httpRequest(
      url,
      { method: "POST", agent: false, headers: { authorization: `Bearer ${admin.token}`, ...headers } },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, sent });
        request.destroy();
      },
    );
    request.on("error", reject);
    const iterator = pieces[Symbol.iterator]();
    const write = () => {
      const next = iterator.next();
      if (request.destroyed) return;
      if (next.done) {
        request.end();
        return;
      }
      sent += next.value.length;
      request.write(next.value, write);
    };
    write();
  });
}

test("an upload whose Content-Length is over the limit is refused before its body is sent", async () => {
  const answer = await stream({ ...type, "content-length": String(70 * 1024 * 1024) }, [head]);
  expect(answer).toEqual({ status: 413, sent: head.length });
});

test("an upload without a length is refused as soon as its body is over the limit", async () => {
  const piece = Buffer.from("ABCD-123\n".repeat(7000));
  function* endless() {
    yield head;
    while (true) yield piece;
  }
  const { status, sent } = await stream({ ...type, "transfer-encoding": "chunked" }, endless());
  expect(status).toBe(413);
  expect(sent).toBeLessThan(128 * 1024 * 1024);
  expect(await readdir(spool)).toEqual([]);
});

test.each([
  ["a cut off form", { ...type, "content-length": String(head.length) }, 400],
  ["no boundary", { "content-type": "multipart/form-data", "content-length": String(head.length) }, 415],
  ["JSON", { "content-type": "application/json", "content-length": "2" }, 415],
])("an upload with %s is refused and leaves no file", async (name, headers, status) => {
  const body = name === "JSON" ? Buffer.from("{}") : head;
  expect((await stream(headers, [body])).status).toBe(status);
  expect(await readdir(spool)).toEqual([]);
});
