import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readAddresses, readPublicUrl } from "./addresses.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "addresses-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writeRunFile = (run: object) => writeFileSync(join(folder, "run.json"), JSON.stringify(run));
const embedded = {
  eventstoreUrl: "esdb://127.0.0.1:1?tls=false",
  mongodbUrl: "mongodb://127.0.0.1:2/?directConnection=true",
};

test("the URLs of the embedded stores come from the file of the running product", () => {
  writeRunFile({ url: "http://localhost", ...embedded, pid: 1 });
  expect(readAddresses({ DATA_DIR: folder })).toEqual({ ...embedded, database: "ornament" });
});

test("a URL with a store account comes from its variable, also for a cluster", () => {
  writeRunFile({ url: "http://localhost", mongodbUrl: embedded.mongodbUrl, pid: 1 });
  const eventstoreUrl = "esdb://ornament:s3cret@a:2113,b:2113,c:2113?tls=true";
  expect(readAddresses({ DATA_DIR: folder, EVENTSTORE_URL: eventstoreUrl })).toMatchObject({
    eventstoreUrl,
    mongodbUrl: embedded.mongodbUrl,
  });
});

test("a missing URL is reported by the name of its variable", () => {
  writeRunFile({ url: "http://localhost", mongodbUrl: embedded.mongodbUrl, pid: 1 });
  expect(() => readAddresses({ DATA_DIR: folder })).toThrow(
    expect.objectContaining({
      message: "EVENTSTORE_URL is missing",
      advice: [expect.stringContaining("not stored in any file")],
    }),
  );
});

test("without a running product the error names both variables", () => {
  expect(() => readAddresses({ DATA_DIR: folder })).toThrow(/EVENTSTORE_URL and MONGODB_URL/);
});

test("the error about an invalid URL does not show its password", () => {
  writeRunFile({ url: "http://localhost", ...embedded, pid: 1 });
  const read = () => readAddresses({ DATA_DIR: folder, EVENTSTORE_URL: "esdb://u:s3cret@h:port" });
  expect(read).toThrow(/^EVENTSTORE_URL: (?!.*s3cret)/);
});

test("the file that a killed product left counts as no running product", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeRunFile({ url: "http://localhost", ...embedded, pid });
  expect(() => readAddresses({ DATA_DIR: folder })).toThrow(/^no running product found/);
});

test("the URL in links is PUBLIC_URL, otherwise that of the running product", () => {
  writeRunFile({ url: "http://localhost:8080", ...embedded, pid: process.pid });
  expect(readPublicUrl({ DATA_DIR: folder })).toBe("http://localhost:8080");
  expect(readPublicUrl({ DATA_DIR: folder, PUBLIC_URL: "https://a.test" })).toBe("https://a.test");
});
