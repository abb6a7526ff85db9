import { beforeAll, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices, setDeviceLimit } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

/** An ornament at its device limit: the parent forgets a device to make room for another. */
const it = visitedProduct();
let admin: string;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
});

const visitor = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());
const maximum = () => visitor.page.getByRole("heading", { name: "Maximum number of devices" });
const watch = () => visitor.page.getByRole("button", { name: "Watch" });
const forget = (count: RegExp | string = /^Forget/) => visitor.page.getByRole("button", { name: count });
const device = (name: string) => visitor.page.getByRole("checkbox", { name });
const ornament = () => visitor.page.getByRole("radio", { name: /Fir tree/ });
const visit = (parent: Parent) => visitSignedIn(visitor.page, it.url, "pin-authorization", parent);

/** A parent with an ornament that these browsers are already bound to. */
async function newParentWith(email: string, pin: string, bound: readonly (keyof typeof devices)[]) {
  const parent = await newParent(it.api, it.url, email);
  const ids = await addOrnaments(it.api, parent, [{ pin, name: "Fir tree" }]);
  for (const name of bound) await bindDevice(it.api, parent, ids[pin] ?? 0, devices[name].userAgent);
  return parent;
}

test("at a limit of two devices, a third one can watch after another was forgotten", async () => {
  const { page } = visitor;
  await setDeviceLimit(it.api, admin, 2);
  const parent = await newParentWith("casey.parent@example.com", demoPin(1), ["iPad", "iPhone"]);
  await visit(parent);

  await step("the third device sees that the limit is reached", async () => {
    await see(ornament()).toHaveAccessibleDescription("2 of 2 devices in use");
    await watch().click();
    await see(maximum()).toBeVisible();
    await see(page.getByText("Fir tree can be used on 2 devices, and 2 are already in use.")).toBeVisible();
  });
  await step(
    "the list describes the bound devices, and the button is disabled until enough are chosen",
    async () => {
      await page.getByRole("link", { name: "Forget a device" }).click();
      await see(page.getByRole("heading", { name: "Which devices should we forget?" })).toBeVisible();
      await see(page.getByRole("checkbox")).toHaveCount(2);
      await see(device(devices.iPad.shownAs)).toHaveAccessibleDescription(
        /^Used (just\snow|\d+\sminutes?\sago) ·\s\w+\s\d+,\s\d{4}$/,
      );
      await see(page.getByText("This device")).toBeHidden();
      await see(forget()).toBeDisabled();
      await see(page.getByText("Choose at least 1.")).toBeVisible();
      await device(devices.iPad.shownAs).check();
      await see(forget()).toBeEnabled();
    },
  );
  await step("after one is forgotten, the third device watches", async () => {
    await forget("Forget 1 device").click();
    await see(page.getByRole("heading", { name: "Device forgotten" })).toBeVisible();
    await see(page.getByRole("listitem").filter({ hasText: devices.iPad.shownAs })).toBeVisible();
    await see(page.getByText("There is now room for this device on Fir tree.")).toBeVisible();
    await watch().click();
    await see(page).toHaveURL(/\/player\//);
    await see(page.getByRole("heading", { name: "Fir tree is ready" })).toBeVisible();
  });
  await step("the bound device can watch again at the limit", async () => {
    await page.goto(it.url);
    await see(ornament()).toHaveAccessibleDescription("2 of 2 devices in use");
    await watch().click();
    await see(page).toHaveURL(/\/player\//);
  });
});

test("after the limit was lowered, a bound device makes room and watches again", async () => {
  const { page } = visitor;
  await setDeviceLimit(it.api, admin, 2);
  const parent = await newParentWith("robin.parent@example.com", demoPin(2), ["iPhone"]);
  await visit(parent);

  await step("the device is bound while there is room", async () => {
    await see(ornament()).toHaveAccessibleDescription("1 of 2 devices in use");
    await watch().click();
    await see(page).toHaveURL(/\/player\//);
    // The player loads nothing more when it greets.
    await see(page.getByRole("heading", { name: /is ready$/ })).toBeVisible();
  });
  await step("the device must make room, and is marked in the list", async () => {
    await setDeviceLimit(it.api, admin, 1);
    await page.goto(it.url);
    await see(ornament()).toBeVisible();
    await watch().click();
    await see(maximum()).toBeVisible();
    await see(page.getByText("can be used on 1 device, and 2 are already in use.")).toBeVisible();
    await page.getByRole("link", { name: "Forget a device" }).click();
    await see(page.getByText("This device")).toHaveCount(1);
    await see(page.getByRole("checkbox", { name: /This device/ })).toBeVisible();
    await see(device(devices.iPhone.shownAs)).not.toHaveAccessibleName(/This device/);
  });
  await step("if the device forgets itself, the other one must be forgotten too", async () => {
    await page.getByRole("checkbox", { name: /This device/ }).check();
    await see(forget()).toBeDisabled();
    await see(page.getByText("Choose 1 more.")).toBeVisible();
    await page.getByRole("checkbox", { name: /This device/ }).uncheck();
    await device(devices.iPhone.shownAs).check();
    await see(forget()).toBeEnabled();
  });
  await step("the device watches again and is counted once", async () => {
    await forget("Forget 1 device").click();
    await see(page.getByRole("heading", { name: "Device forgotten" })).toBeVisible();
    await watch().click();
    await see(page).toHaveURL(/\/player\//);
    await page.goto(it.url);
    await see(ornament()).toHaveAccessibleDescription("1 of 1 device in use");
  });
});
