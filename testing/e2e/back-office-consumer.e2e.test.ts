import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { deviceIdOf } from "@ornament/contracts/devices/device-id";
import { streams } from "@ornament/contracts/events/streams";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, deactivatePin, devices } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { EventLog } from "@ornament/testing/product/event-log";
import { bodyRows, downloadBy, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { sizes } from "@ornament/testing/screens/browser";
import { visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Locator } from "playwright";

/** What the back office does for one consumer or PIN: erasure, a copy of the data, an evidence file. */
const robin = "robin.pinless@example.com";
const support = { email: "holly.support@ornament.test", password: "Holly-Bush-26" };
const auditor = { email: "auditor@ornament.test", password: "Auditor-2026" };

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk", ({ context }) => context.clearCookies());
let admin: string;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(5));
  for (const [account, role] of [
    [support, "MEMBER"],
    [auditor, "AUDITOR"],
  ] as const)
    await it.api.call("POST", "/api/admin/registration", { token: admin, body: { ...account, role } });
});

const visit = (screen: string) => visitBackOffice(visitor.page, it.url, screen);

/** A parent with an ornament. */
async function newOwner(email: string, pin: string, name: string) {
  const parent = await newParent(it.api, it.url, email);
  const { [pin]: pinId = 0 } = await addOrnaments(it.api, parent, [{ pin, name }]);
  return { ...parent, pinId };
}

test("a consumer who is erased on request leaves the table without a reload and is in no list or export, and the System action log has the reason", async () => {
  const { page } = visitor;
  const email = "leaving.parent@example.com";
  const parent = await newOwner(email, demoPin(1), "Fir tree");
  await visit(`table-users?query=${email}`);
  await page.getByRole("link", { name: `View profile of ${email}` }).click();
  // By the keyboard, because the cards above the button grow while they load, and move it.
  await page.getByRole("button", { name: "Erase consumer…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Erase ${email}?` });
  await see(dialog).toContainText("This can’t be undone.");
  await see(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Requested in writing");
  await page.keyboard.press("Tab");
  await page.keyboard.type(robin);
  const erase = dialog.getByRole("button", { name: "Erase consumer" });
  await see(erase).toBeDisabled();
  await dialog.getByLabel("Consumer’s email").fill(email);
  await erase.click();
  await see(pageHeading(page, "Users Table")).toBeVisible();
  await see(page.getByText(`The consumer ${email} was erased.`)).toBeVisible();
  // The table still has its search for the email.
  await see(page.getByRole("table", { name: "Users Table" })).toContainText("Nothing here matches:");

  await visit("log?query=Requested in writing");
  await see(bodyRows(page.getByRole("table")).first()).toHaveText(
    /IT Admin.*Account deleted.*Erased on request: Requested in writing.*\(deleted\)/,
  );
  for (const path of ["table/users?export=true", "export/users", "export/action-logs", "table/pins"]) {
    const { status, body } = await it.api.call("GET", `/api/admin/${path}`, { token: admin });
    expect([path, status]).toEqual([path, 200]);
    expect(JSON.stringify(body)).not.toContain(email);
  }
  const profile = await it.api.call("GET", `/api/admin/user-profile/${parent.id}`, { token: admin });
  expect(profile).toMatchObject({ status: 404, body: { code: "consumer_not_found" } });
});

test("Customer support can do everything on a consumer's profile but change the email, on a phone too", async () => {
  const { page } = visitor;
  await newParent(it.api, it.url, robin);
  await page.setViewportSize(sizes.phone);
  await visitBackOffice(page, it.url, `table-users?query=${robin}`, support);
  await page.getByRole("link", { name: `Edit ${robin}` }).click();
  await see(page.getByText("This consumer has no ornament yet.")).toBeVisible();
  const information = page.getByRole("region", { name: "Consumer information" });
  await see(information).toContainText(robin);
  await see(information.getByRole("button", { name: "Edit Email" })).toHaveCount(0);
  await page.getByLabel("Receive marketing emails").check();
  await see(page.getByRole("cell", { name: "Customer support" }).first()).toBeVisible();
});

test("an IT Admin downloads the copy of a consumer's data, which is readable as a page, and the history has it", async () => {
  const { page } = visitor;
  const email = "asks.for.a.copy@example.com";
  const { id } = await newOwner(email, demoPin(2), `<b>Tree</b> & "co"`);
  await visit(`user-profile/${id}`);
  const open = page.getByRole("button", { name: "Copy of the data…" });
  // The button moves until the panels above it are loaded.
  await see(open).toBeVisible();
  await see(page.locator(".o-skeleton")).toHaveCount(0);
  await open.click();
  const dialog = page.getByRole("dialog", { name: `Download a copy of the data of ${email}` });
  await see(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Request by mail");
  await page.keyboard.press("Tab");
  await page.keyboard.type("other@example.com");
  const download = dialog.getByRole("button", { name: "Download" });
  await download.click();
  const confirmation = dialog.getByLabel("typed again");
  await see(dialog.getByText("This does not name the account.")).toBeVisible();
  await see(confirmation).toHaveAttribute("aria-invalid", "true");
  await confirmation.fill(email);

  const { name, text } = await downloadBy(page, download);
  expect(name).toMatch(new RegExp(`^ornament-data-consumer-${id}-\\d{4}-\\d\\d-\\d\\d\\.html$`));
  await see(page.getByRole("status").getByText(name)).toBeVisible();
  await see(dialog).toHaveCount(0);
  await see(open).toBeFocused();

  await page.getByText("History").first().click();
  await see(page.getByText("HTML: Request by mail").first()).toBeVisible();

  const copy = await page.context().newPage();
  await copy.setContent(text);
  await see(copy.getByRole("heading", { level: 1 })).toHaveText(`Copy of the data about ${email}`);
  const ornaments = copy.getByRole("table").filter({ hasText: "Entered at" });
  await see(ornaments.getByRole("cell", { name: `<b>Tree</b> & "co"` })).toBeVisible();
  await see(ornaments.getByRole("columnheader", { name: "Deactivated" })).toBeVisible();
});

test("an Auditor downloads the evidence file of a PIN and the script, which verifies it without the product", async () => {
  const { page } = visitor;
  const pin = demoPin(3);
  const { pinId } = await newOwner("owner@example.com", pin, "Tree 🎄");
  await deactivatePin(it.api, admin, pinId);
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

/** A right-to-left override: the text after it is drawn backwards until the end of the paragraph. */
const override = "\u202E";
const isolate = "\u2067";
const hidden = /[\u202A-\u202E\u2066-\u2069]/;

describe("stored names with bidirectional control characters", () => {
  const phone = visitorOfEachTest(it, "phone");
  let turned: Parent;

  /** New names with such characters are refused, so these are in the event store already. */
  beforeAll(async () => {
    const pin = demoPin(5);
    const code = pin.replace("-", "");
    turned = await newParent(it.api, it.url, "turned.around@example.com");
    const { id: consumerId } = turned;
    const { [pin]: pinId = 0 } = await addOrnaments(it.api, turned, [{ pin, name: "Tree" }]);
    await bindDevice(it.api, turned, pinId, devices.iPhone.userAgent);
    const log = new EventLog(it.product);
    const name = `${override}Our tree${isolate} 12`;
    await log.appendWithKeys(streams.consumer(consumerId), "OrnamentRenamed", { consumerId, code, name });
    const device = { deviceId: deviceIdOf(pinId, 1), name: `Kit${override}chen` };
    await log.appendWithKeys(streams.pin(code), "DeviceRenamed", { code, consumerId, ...device });
    await log.close();
  });

  /** The members of an element that this file uses. The DOM's types are not loaded here. */
  interface Drawn {
    ownerDocument: {
      createTreeWalker(root: unknown, show: number): { nextNode(): { textContent: string } };
      createRange(): {
        setStart(node: unknown, at: number): void;
        setEnd(node: unknown, at: number): void;
        getBoundingClientRect(): { left: number };
      };
    };
  }

  /** The positions, from the left, of the first and the last drawn letter of an element's text. */
  const endsOf = (text: Locator) =>
    text.evaluate((found) => {
      const { ownerDocument } = found as unknown as Drawn;
      const textNodes = 4;
      const node = ownerDocument.createTreeWalker(found, textNodes).nextNode();
      const leftOf = (at: number) => {
        const range = ownerDocument.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      };
      return {
        first: leftOf(node.textContent.search(/\w/)),
        last: leftOf(node.textContent.search(/\w\W*$/)),
      };
    });

  async function readsFromTheLeft(text: Locator): Promise<void> {
    const { first, last } = await endsOf(text);
    expect(first).toBeLessThan(last);
  }

  test("the consumer site shows a stored name with bidirectional control characters as it was typed", async () => {
    const { page } = phone;
    await visitSignedIn(page, it.url, "pin-authorization", turned);
    const name = page.getByText("Our tree 12", { exact: true }).first();
    await see(name).toBeVisible();
    await readsFromTheLeft(name);
    expect(await page.content()).not.toMatch(hidden);
  });

  test("the back office shows stored names with bidirectional control characters as they were typed", async () => {
    const { page } = visitor;
    for (const screen of ["table-users", `user-profile/${turned.id}`, "log"]) {
      await visitBackOffice(page, it.url, screen);
      await see(page.getByText(/Our tree 12/).first()).toBeVisible();
      expect(await page.content()).not.toMatch(hidden);
    }
  });
});
