import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices, setDeviceLimit } from "@ornament/testing/people/ornaments";
import { newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { holdBack, newVisitor } from "@ornament/testing/screens/browser";
import {
  selectionHeading,
  signInHeading,
  trySignIn,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/**
 * A browser is recognised as one device, and its ornament selection preselects the ornament that it watched
 * last.
 */
const it = visitedProduct();
let admin: string;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(120));
});

const watch = (page: Page) => page.getByRole("button", { name: "Watch" });
const inPlayer = (page: Page) => see(page).toHaveURL(/\/player\//);
const visit = (page: Page, parent: Parent) => visitSignedIn(page, it.url, "pin-authorization", parent);

test("two tabs of one browser in which Watch is pressed at the same time are one device", async () => {
  const parent = await newParent(it.api, it.url, "tabs@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
  const { page, context } = await newVisitor(it.browser, "phone");
  await visit(page, parent);
  const other = await context.newPage();
  await other.goto(`${it.url}/user/pin-authorization`);
  const tabs = [page, other];
  const bindings = [];
  for (const tab of tabs) {
    await see(selectionHeading(tab)).toBeVisible();
    bindings.push(await holdBack(tab, "/api/user/device-pin"));
  }
  for (const tab of tabs) await watch(tab).click();
  for (const binding of bindings) await see.poll(binding.calls).toBe(1);
  for (const binding of bindings) binding.release();
  for (const tab of tabs) await inPlayer(tab);
  await page.goto(it.url);
  await see(page.getByRole("radio")).toHaveAccessibleName(/On this device/);
  await see(page.getByRole("radio")).toHaveAccessibleDescription("1 of 5 devices in use");
  await context.close();
});

test("two accounts that are used alternately in one browser count one device each", async () => {
  const families = [];
  for (const [name, pin] of [
    ["one", demoPin(2)],
    ["two", demoPin(3)],
  ] as const) {
    const parent = await newParent(it.api, it.url, `${name}@example.com`);
    await addOrnaments(it.api, parent, [{ pin, name: "" }]);
    families.push({ parent, pin });
  }
  const { page, context } = await newVisitor(it.browser, "phone");
  for (const { parent, pin } of [...families, ...families, ...families]) {
    await page.goto(`${it.url}/login`);
    await trySignIn(page, parent.email, parentPassword);
    await see(page.getByRole("radio", { name: `Ornament ${pin}` })).toBeChecked();
    await watch(page).click();
    await inPlayer(page);
    await page.goto(it.url);
    await see(page.getByRole("radio")).toHaveAccessibleDescription("1 of 5 devices in use");
    await page.getByRole("button", { name: "Sign out" }).click();
    await see(signInHeading(page)).toBeVisible();
  }
  await context.close();
});

test("after the limit was lowered, forget-device opened in a new tab is about the ornament of this browser", async () => {
  const parent = await newParent(it.api, it.url, "lowered@example.com");
  const ids = await addOrnaments(it.api, parent, [
    { pin: demoPin(4), name: "Porch" },
    { pin: demoPin(5), name: "Fir tree" },
  ]);
  const { page, context } = await newVisitor(it.browser, "phone");
  await visit(page, parent);
  await page.getByRole("radio", { name: /Fir tree/ }).check();
  await watch(page).click();
  await inPlayer(page);
  await bindDevice(it.api, parent, ids[demoPin(5)] ?? 0, devices.iPad.userAgent);
  await it.api.call("PUT", "/api/user/select-pin", {
    token: parent.token,
    body: { pinId: ids[demoPin(4)] },
  });
  await setDeviceLimit(it.api, admin, 1);
  try {
    const tab = await context.newPage();
    await tab.goto(`${it.url}/user/maximum-number-devices`);
    await see(tab.getByText("Fir tree can be used on 1 device, and 2 are already in use.")).toBeVisible();
    await tab.goto(`${it.url}/user/forget-device`);
    await see(tab.getByText("These devices use Fir tree.")).toBeVisible();
    await see(tab.getByRole("checkbox", { name: /This device/ })).toHaveCount(1);
    await tab.getByRole("checkbox", { name: devices.iPad.shownAs }).check();
    const { body } = await it.api.call("POST", "/api/user/login", {
      body: { email: parent.email, password: parentPassword },
    });
    const [, tree] = body.user.pins.rows as { devices: { id: number; title: string }[] }[];
    const gone = tree?.devices.find(({ title }) => title === devices.iPad.userAgent)?.id;
    const removed = await it.api.call("PUT", "/api/user/remove-devices", {
      token: parent.token,
      body: { devices: [gone] },
    });
    expect(removed.status).toBe(200);
    // The device was already forgotten, so the server answers with success.
    await tab.getByRole("button", { name: "Forget 1 device" }).click();
    await see(tab.getByRole("listitem").filter({ hasText: devices.iPad.shownAs })).toBeVisible();
    await watch(tab).click();
    await see(tab.getByRole("heading", { name: "Fir tree is ready" })).toBeVisible();
  } finally {
    await setDeviceLimit(it.api, admin, 5);
  }
  await context.close();
});

test.each(["phone", "desk"] as const)(
  "with 50 ornaments, Watch is in reach and the chosen ornament in view when selection opens (%s)",
  async (size) => {
    const parent = await newParent(it.api, it.url, `fifty-${size}@example.com`);
    const first = size === "phone" ? 10 : 60;
    const ornaments = Array.from({ length: 50 }, (_, n) => ({
      pin: demoPin(first + n),
      name: `Tree ${n}`,
    }));
    const ids = await addOrnaments(it.api, parent, ornaments);
    const last = demoPin(first + 45);
    await it.api.call("PUT", "/api/user/select-pin", { token: parent.token, body: { pinId: ids[last] } });
    const { page, context } = await newVisitor(it.browser, size);
    await visit(page, parent);
    const chosen = page.getByRole("radio", { checked: true });
    await see(chosen).toHaveAccessibleName(new RegExp(last));
    await see(chosen).toBeInViewport();
    await see(watch(page)).toBeInViewport();
    const [radio, button] = [await chosen.boundingBox(), await watch(page).boundingBox()];
    expect((radio?.y ?? 0) + (radio?.height ?? 0)).toBeLessThan(button?.y ?? 0);
    await page.evaluate("scrollTo(0, 0)");
    await see(watch(page)).toBeInViewport();
    await context.close();
  },
);
