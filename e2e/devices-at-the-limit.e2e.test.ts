import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { newVisitor, type Visitor } from "./product/browser.ts";
import { selectionHeading, signIn } from "./product/consumer-site.ts";
import { addOrnaments, bindDevice, devices, setDeviceLimit } from "./product/ornaments.ts";
import { newParent, type Parent, parentPassword } from "./product/parents.ts";
import { demoPin, pinFile } from "./product/pin-file.ts";
import { see } from "./product/see.ts";
import { visitedProduct } from "./product/visited-product.ts";

/** An ornament with no place left: a device is forgotten, and this one takes its place. */
const pin = demoPin(1);

const it = visitedProduct();
let admin: string;
let visitor: Visitor;
let parent: Parent;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile());
  await setDeviceLimit(it.api, admin, 2);
  parent = await newParent(it.api, it.url, "casey.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [{ pin, name: "Fir tree" }]);
  await bindDevice(it.api, parent, ids[pin] ?? 0, devices.iPad.userAgent);
  await bindDevice(it.api, parent, ids[pin] ?? 0, devices.iPhone.userAgent);
  visitor = await newVisitor(it.browser, "phone");
  await signIn(visitor.page, it.url, parent.email, parentPassword);
});

afterEach(() => {
  expect(visitor.troubles).toEqual([]);
});

const maximum = () => visitor.page.getByRole("heading", { name: "Maximum number of devices" });
const next = () => visitor.page.getByRole("button", { name: "Next" });
const device = (name: string) => visitor.page.getByRole("checkbox", { name });

describe("a third device at a limit of two", () => {
  test("is told that there is no place left", async () => {
    const { page } = visitor;
    await see(page.getByRole("radio", { name: `Fir tree ${pin}` })).toHaveAccessibleDescription(
      "2 of 2 devices in use",
    );
    await next().click();
    await see(maximum()).toBeVisible();
    await see(page.getByText("Fir tree can be used on 2 devices, and 2 are bound to it.")).toBeVisible();
  });

  test("sees the bound devices in words; Next waits until enough are chosen", async () => {
    const { page } = visitor;
    await page.getByRole("link", { name: "Forget a device" }).click();
    await see(page.getByRole("heading", { name: "Which devices shall we forget?" })).toBeVisible();
    await see(page.getByRole("checkbox")).toHaveCount(2);
    await see(device(devices.iPad.shownAs)).toHaveAccessibleDescription(
      /Last login \d\d\/\d\d\/\d\d \d\d:\d\d:\d\d [ap]m/,
    );
    await see(page.getByText("This device")).toBeHidden();
    await see(next()).toBeDisabled();
    await see(page.getByText("Choose at least 1.")).toBeVisible();
    await device(devices.iPad.shownAs).check();
    await see(next()).toBeEnabled();
  });

  test("takes the place of the forgotten one and watches", async () => {
    const { page } = visitor;
    await next().click();
    await see(page.getByRole("heading", { name: "Device forgotten" })).toBeVisible();
    await see(page.getByRole("listitem").filter({ hasText: devices.iPad.shownAs })).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
    await see(page.getByRole("radio", { name: /Fir tree/ })).toHaveAccessibleDescription(
      "1 of 2 devices in use",
    );
    await next().click();
    await see(page).toHaveURL(/\/player\//);
    await see(page.getByRole("heading", { name: "Fir tree is ready" })).toBeVisible();
  });

  test("passes at the limit from then on, being bound", async () => {
    const { page } = visitor;
    await page.goto(it.url);
    await see(page.getByRole("radio", { name: /Fir tree/ })).toHaveAccessibleDescription(
      "2 of 2 devices in use",
    );
    await next().click();
    await see(page).toHaveURL(/\/player\//);
  });
});

describe("a bound device above a limit that was lowered", () => {
  test("has to make room too, and finds itself marked in the list", async () => {
    const { page } = visitor;
    await setDeviceLimit(it.api, admin, 1);
    await page.goto(it.url);
    await see(selectionHeading(page)).toBeVisible();
    await next().click();
    await see(maximum()).toBeVisible();
    await see(page.getByText("can be used on 1 device, and 2 are bound to it.")).toBeVisible();
    await page.getByRole("link", { name: "Forget a device" }).click();
    await see(page.getByText("This device")).toHaveCount(1);
    await see(page.getByRole("checkbox", { name: /This device/ })).toBeVisible();
    await see(device(devices.iPhone.shownAs)).not.toHaveAccessibleName(/This device/);
  });

  test("needs the other's place too when it forgets itself", async () => {
    const { page } = visitor;
    await page.getByRole("checkbox", { name: /This device/ }).check();
    await see(next()).toBeDisabled();
    await see(page.getByText("Choose 1 more.")).toBeVisible();
    await page.getByRole("checkbox", { name: /This device/ }).uncheck();
    await device(devices.iPhone.shownAs).check();
    await see(next()).toBeEnabled();
  });

  test("watches again without taking a second place", async () => {
    const { page } = visitor;
    await next().click();
    await see(page.getByRole("heading", { name: "Device forgotten" })).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
    await next().click();
    await see(page).toHaveURL(/\/player\//);
    await page.goto(it.url);
    await see(page.getByRole("radio", { name: /Fir tree/ })).toHaveAccessibleDescription(
      "1 of 1 device in use",
    );
  });
});
