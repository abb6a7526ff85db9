import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { deviceIdOf } from "@ornament/contracts/domain/device-id";
import { streams } from "@ornament/contracts/events/streams";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { EventLog } from "@ornament/testing/product/event-log";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Locator } from "playwright";

/**
 * Bidirectional control characters: new names with them are refused, and stored names are shown in the order
 * they were typed.
 */
const pin = demoPin(1);
const code = pin.replace("-", "");
/** A right-to-left override: the text after it is drawn backwards until the end of the paragraph. */
const override = "\u202E";
const isolate = "\u2067";
const hidden = /[\u202A-\u202E\u2066-\u2069]/;

const it = visitedProduct();
const phone = visitorOfEachTest(it, "phone");
const desk = visitorOfEachTest(it, "desk");
let parent: Parent;
let log: EventLog;

beforeAll(async () => {
  const admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(3));
  parent = await newParent(it.api, it.url, "turned.around@example.com");
  const { [pin]: pinId = 0 } = await addOrnaments(it.api, parent, [{ pin, name: "Tree" }]);
  await bindDevice(it.api, parent, pinId, devices.iPhone.userAgent);
  log = new EventLog(it.product);
  const { id: consumerId } = parent;
  const turnedName = `${override}Our tree${isolate} 12`;
  await log.appendWithKeys(streams.consumer(consumerId), "OrnamentRenamed", {
    consumerId,
    code,
    name: turnedName,
  });
  const device = { deviceId: deviceIdOf(pinId, 1), name: `Kit${override}chen` };
  await log.appendWithKeys(streams.pin(code), "DeviceRenamed", { code, consumerId, ...device });
});
afterAll(() => log?.close());

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
    return { first: leftOf(node.textContent.search(/\w/)), last: leftOf(node.textContent.search(/\w\W*$/)) };
  });

async function readsFromTheLeft(text: Locator): Promise<void> {
  const { first, last } = await endsOf(text);
  expect(first).toBeLessThan(last);
}

test("the consumer site shows a stored name with bidirectional control characters as it was typed", async () => {
  const { page } = phone;
  await visitSignedIn(page, it.url, "pin-authorization", parent);
  const name = page.getByText("Our tree 12", { exact: true }).first();
  await see(name).toBeVisible();
  await readsFromTheLeft(name);
  expect(await page.content()).not.toMatch(hidden);
});

test("the back office shows stored names with bidirectional control characters as they were typed", async () => {
  const { page } = desk;
  for (const screen of ["table-users", `user-profile/${parent.id}`, "log"]) {
    await visitBackOffice(page, it.url, screen);
    await see(page.getByText(/Our tree 12/).first()).toBeVisible();
    expect(await page.content()).not.toMatch(hidden);
  }
});
