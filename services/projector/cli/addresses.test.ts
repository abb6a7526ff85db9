import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readAddresses } from "./addresses.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "addresses-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const leave = (run: object) => writeFileSync(join(folder, "run.json"), JSON.stringify(run));
const embedded = {
  eventstoreUrl: "esdb://127.0.0.1:1?tls=false",
  mongodbUrl: "mongodb://127.0.0.1:2/?directConnection=true",
};

test("the running product tells where its own stores are", () => {
  leave({ url: "http://localhost", ...embedded, pid: 1 });
  expect(readAddresses({ DATA_DIR: folder })).toEqual({ ...embedded, database: "ornament" });
});

test("an address with an account is given by its variable, a cluster's too", () => {
  leave({ url: "http://localhost", mongodbUrl: embedded.mongodbUrl, pid: 1 });
  const eventstoreUrl = "esdb://ornament:s3cret@a:2113,b:2113,c:2113?tls=true";
  expect(readAddresses({ DATA_DIR: folder, EVENTSTORE_URL: eventstoreUrl })).toMatchObject({
    eventstoreUrl,
    mongodbUrl: embedded.mongodbUrl,
  });
});

test("an address that is not in the file is asked for by the name of its variable", () => {
  leave({ url: "http://localhost", mongodbUrl: embedded.mongodbUrl, pid: 1 });
  expect(() => readAddresses({ DATA_DIR: folder })).toThrow(
    expect.objectContaining({
      message: "EVENTSTORE_URL is missing",
      advice: [expect.stringContaining("kept in no file")],
    }),
  );
});

test("where no product runs, both variables are named", () => {
  expect(() => readAddresses({ DATA_DIR: folder })).toThrow(/EVENTSTORE_URL and MONGODB_URL/);
});

test("an address that can't be read is named without its password", () => {
  leave({ url: "http://localhost", ...embedded, pid: 1 });
  const read = () => readAddresses({ DATA_DIR: folder, EVENTSTORE_URL: "esdb://u:s3cret@h:port" });
  expect(read).toThrow(/^EVENTSTORE_URL: (?!.*s3cret)/);
});
