import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { ConfigError } from "@ornament/platform/config/read-config";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { type DataDirectory, openDataDirectory } from "./data-directory.ts";
import { productSecrets } from "./product-secrets.ts";

let path: string;
let data: DataDirectory;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "product-secrets-"));
  data = openDataDirectory(path);
});
afterEach(() => {
  data.release();
  rmSync(path, { recursive: true, force: true });
});

const stored = () => JSON.parse(readFileSync(join(path, "secrets.json"), "utf8"));

test("a start while the master key is being replaced is refused with the command that finishes it", () => {
  const { values } = productSecrets(data, {});
  data.secrets.write({ ...values, MASTER_KEY_NEXT: drawSecrets().MASTER_KEY ?? "" });
  const before = stored();
  expect(() => productSecrets(data, {})).toThrow(
    new ConfigError(
      "A replacement of MASTER_KEY began and is not finished; run `npm run secrets -- rotate MASTER_KEY` again, or in the image `ornament secrets rotate MASTER_KEY`",
    ),
  );
  expect(stored()).toEqual(before);
});

test("the first start draws the secrets that the environment does not give, and later starts read them", () => {
  const { ADDRESS_KEY = "" } = drawSecrets();
  const first = productSecrets(data, { ADDRESS_KEY, MASTER_KEY: "" });
  expect(Object.keys(first.values)).toContain("MASTER_KEY");
  expect(first.values).not.toHaveProperty("ADDRESS_KEY");
  expect(stored()).toEqual(first.values);
  expect(productSecrets(data, { ADDRESS_KEY }).values).toEqual(first.values);
});

test("a start without secrets.json in a folder with events is refused, and no file is written", () => {
  writeFileSync(join(path, "events.sqlite"), "");
  const start = () => productSecrets(data, {});
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(/secrets\.json is missing, and the events/);
  expect(existsSync(join(path, "secrets.json"))).toBe(false);
  // With all secrets in the environment nothing is missing.
  expect(productSecrets(data, drawSecrets()).values).toEqual({});
  expect(existsSync(join(path, "secrets.json"))).toBe(false);
});

test("a secret with one value in the environment and another in secrets.json is refused with a line that shows neither", () => {
  const secrets = drawSecrets();
  const { ADDRESS_KEY = "" } = drawSecrets();
  data.secrets.write(secrets);
  const start = () => productSecrets(data, { ADDRESS_KEY });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(/^ADDRESS_KEY has two values, one in the environment and one in .*secrets\.json/);
  expect(start).not.toThrow(ADDRESS_KEY);
  expect(productSecrets(data, { ADDRESS_KEY: secrets.ADDRESS_KEY }).values).toEqual(secrets);
});

test("drawn secrets can be discarded, and stored secrets can't", () => {
  productSecrets(data, {}).discardDrawn();
  expect(existsSync(join(path, "secrets.json"))).toBe(false);
  productSecrets(data, {});
  productSecrets(data, {}).discardDrawn();
  expect(existsSync(join(path, "secrets.json"))).toBe(true);
});
