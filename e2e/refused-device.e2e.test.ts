import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices, setDeviceLimit } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

/** A parent calls because a device and a PIN were refused: support sees why, and what helps. */
const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
const [tree, neighbours] = [demoPin(1), demoPin(2)];
let parent: Parent;

const enter = (who: Parent, pin: string) =>
  it.api.call("PUT", "/api/user/activate-pin", {
    token: who.token,
    body: { userId: who.id, email: who.email, pin: [{ pin, name: "" }] },
  });

beforeAll(async () => {
  const admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
  await setDeviceLimit(it.api, admin, 1);
  const neighbour = await newParent(it.api, it.url, "robin.neighbour@example.com");
  await addOrnaments(it.api, neighbour, [{ pin: neighbours, name: "Star" }]);
  parent = await newParent(it.api, it.url, "casey.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [{ pin: tree, name: "Fir tree" }]);
  await bindDevice(it.api, parent, ids[tree] ?? 0, devices.iPad.userAgent);
  const refused = await it.api.call("POST", "/api/user/device-pin", {
    token: parent.token,
    body: { pinId: ids[tree], device: devices.iPhone.userAgent, isCurrentDevice: true },
  });
  expect(refused.status).toBe(409);
  expect((await enter(parent, neighbours)).status).toBe(400);
});

test("support sees a refused device and a PIN of another account, and follows each to the act that helps", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, `user-profile/${parent.id}`);
  const card = page.getByRole("region", { name: "Refused in the last 30 days" });
  const device = card.getByRole("listitem").filter({ hasText: devices.iPhone.shownAs });

  await step("the PIN leads to the account that owns it", async () => {
    const other = card.getByRole("listitem").filter({ hasText: "belongs to another account" });
    await see(other.getByRole("link", { name: "robin.neighbour@example.com" })).toBeVisible();
  });
  await step("the refused device leads to the device that can be removed", async () => {
    await see(device).toContainText("Now 1 of 1 device. Raise the limit or remove one:");
    await device.getByRole("link", { name: devices.iPad.shownAs }).click();
    await page.getByRole("button", { name: `Delete ${devices.iPad.shownAs}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  });
  await step("the refused device can be added now", async () => {
    await see(device).toContainText("It can be added now: 0 of 1 device.");
  });
});
