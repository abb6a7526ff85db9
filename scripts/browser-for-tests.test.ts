import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import jestConfig from "../jest.config.mjs";
import nameBrowser from "./browser-for-tests.mjs";

const { CHROMIUM_PATH, PATH } = process.env;
let folder: string;
let browser: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "browser-for-tests-"));
  browser = join(folder, "chromium-headless-shell");
  writeFileSync(browser, "");
});
afterEach(() => {
  Object.assign(process.env, { CHROMIUM_PATH, PATH });
  if (CHROMIUM_PATH === undefined) delete process.env.CHROMIUM_PATH;
  rmSync(folder, { recursive: true });
});

test("a browser suite that is run alone uses the browser that npm test finds", async () => {
  const { globalSetup } = jestConfig.projects.find(({ displayName }) => displayName === "e2e") ?? {};
  expect(globalSetup).toBe("<rootDir>/scripts/browser-for-tests.mjs");
  delete process.env.CHROMIUM_PATH;
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  await nameBrowser();
  expect(process.env.CHROMIUM_PATH).toBe(browser);
});

test("a suite that is run alone uses the first of several browsers in CHROMIUM_PATH and refuses a missing one", async () => {
  process.env.CHROMIUM_PATH = [browser, process.execPath].join(delimiter);
  await nameBrowser();
  expect(process.env.CHROMIUM_PATH).toBe(browser);
  process.env.CHROMIUM_PATH = join(folder, "missing");
  await expect(nameBrowser()).rejects.toThrow(/CHROMIUM_PATH names .*missing, which does not exist/);
});
