import { beforeAll, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { adminEmail } from "@ornament/testing/product/running-product";
import { bodyRows, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

const email = "casey.parent@example.com";
const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
let token: string;
let consumer: number;

beforeAll(async () => {
  token = await it.api.signInAdmin();
  await it.api.importPins(token, pinFile(3));
  const parent = await newParent(it.api, it.url, email);
  consumer = parent.id;
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
});

/**
 * An admin in another browser changes the consumer's subscription. The System action log shows it when this
 * returns.
 */
async function subscribe(marketingEmail: boolean) {
  const body = { id: consumer, marketingEmail };
  const { position } = await it.api.call("PUT", "/api/admin/update-user-marketing-email", { token, body });
  await it.api.call("GET", "/api/admin/action-logs?page=1", { token, readAfter: position });
}

test("the System action log shows another browser's change when its window gets the focus, and the row leads to the profile", async () => {
  const { page } = visitor;
  const rows = bodyRows(page.getByRole("table", { name: "System action log" }));
  const changed = rows.filter({ hasText: "Marketing emails changed" });
  await visitBackOffice(page, it.url, "log");
  await see(rows.filter({ hasText: "PIN registered" })).toBeVisible();

  await step("another browser's change is shown after the window got the focus", async () => {
    await subscribe(true);
    await see(changed).toHaveCount(0);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await see(changed).toBeVisible();
    await see(changed).toContainText(adminEmail);
  });
  await step(
    "a search for the admin's email address finds the row, which leads to the consumer",
    async () => {
      await page.getByRole("searchbox", { name: "Search" }).fill(adminEmail);
      await see(rows.filter({ hasText: "PIN registered" })).toHaveCount(0);
      await changed.getByRole("link", { name: email }).click();
      await see(pageHeading(page, email)).toBeVisible();
    },
  );
});

test("a copy button puts its text into the clipboard, says so and keeps the focus", async () => {
  const { page, context } = visitor;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visitBackOffice(page, it.url, `table-pins?query=${demoPin(1)}`);
  const copied = page.getByRole("status").filter({ hasText: "Copied" });
  for (const text of [demoPin(1), email]) {
    const button = page.getByRole("button", { name: `Copy ${text}` });
    await button.press("Enter");
    await see(copied.first()).toBeVisible();
    await see(button).toBeFocused();
    await see.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(text);
    await see(copied).toHaveCount(0);
  }
});

test("a copy button copies even in a browser that has no clipboard for pages", async () => {
  const { page, context } = visitor;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(
    "const own = navigator.clipboard; window.readClipboard = () => own.readText(); Object.defineProperty(navigator, 'clipboard', { value: undefined });",
  );
  await visitBackOffice(page, it.url, `table-pins?query=${demoPin(1)}`);
  const button = page.getByRole("button", { name: `Copy ${email}` });
  await button.press("Enter");
  await see(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  await see(button).toBeFocused();
  await see.poll(() => page.evaluate("window.readClipboard()")).toBe(email);
});
