import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, deactivatePin } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { downloadBy, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
const auditor = { email: "auditor@ornament.test", password: "Auditor-2026" };
const pin = demoPin(1);

beforeAll(async () => {
  const token = await it.api.signInAdmin();
  await it.api.importPins(token, pinFile(3));
  await it.api.call("POST", "/api/admin/registration", { token, body: { ...auditor, role: "AUDITOR" } });
  const parent = await newParent(it.api, it.url, "owner@example.com");
  const pins = await addOrnaments(it.api, parent, [{ pin, name: "Tree 🎄" }]);
  await deactivatePin(it.api, token, pins[pin] ?? 0);
});

test("an Auditor downloads the evidence file of a PIN and the script, which verifies it without the product", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, `pin/${pin}`, auditor);
  const button = page.getByRole("button", { name: `Evidence file about ${pin}` });
  const file = await downloadBy(page, button);
  expect(file.name).toMatch(/^evidence-pin-[A-Z0-9]{7}-\d{4}-\d\d-\d\d\.json$/);
  const message = page.getByRole("status").filter({ hasText: file.name });
  await see(message).toBeVisible();
  const script = await downloadBy(page, message.getByRole("link", { name: "Download the script" }));
  expect(script.name).toBe("verify-evidence.mjs");
  await see(page.getByText("Evidence file given").first()).toBeVisible();

  const { key } = (await it.api.call("GET", "/api/log/key")).body;
  const folder = mkdtempSync(join(tmpdir(), "test-evidence-"));
  writeFileSync(join(folder, file.name), file.text);
  writeFileSync(join(folder, script.name), script.text);
  const words = [script.name, file.name, "--key", key];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    env: {},
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain(`${pin}: Reported stolen`);
  expect(stdout).toMatch(/\nVERIFIED: \d+ of the \d+ events [\s\S]*\nThe key is the given one\.\n$/);
});

test("the product serves the script with its type, and browsers are told to take it for nothing else", async () => {
  const { headers, status } = await fetch(`${it.url}/verify-evidence.mjs`);
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
    200,
    "text/javascript; charset=utf-8",
    "nosniff",
  ]);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});
