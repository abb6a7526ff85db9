import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { columnsOfTwoDevices } from "@ornament/testing/files/consumers-report";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices } from "@ornament/testing/people/ornaments";
import { mailsTo, newParent, parentPassword } from "@ornament/testing/people/parents";
import {
  bodyRows,
  downloadBy,
  openMore,
  pageHeading,
  visitBackOffice,
} from "@ornament/testing/screens/back-office";
import { sizes } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The Users Table and a consumer's profile, as an IT Admin and as Customer support. */
const casey = "casey.parent@example.com";
const robin = "robin.pinless@example.com";
const kim = "kim.unconfirmed@example.com";
const [tree, window] = [demoPin(1), demoPin(2)];
const support = { email: "holly.support@ornament.test", password: "Holly-Bush-26" };

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
let admin: string;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
  await it.api.call("POST", "/api/admin/registration", {
    token: admin,
    body: { ...support, role: "MEMBER" },
  });
  await it.api.call("POST", "/api/user/registration", { body: { email: kim, password: parentPassword } });
  await newParent(it.api, it.url, robin);
  const parent = await newParent(it.api, it.url, casey);
  const ids = await addOrnaments(it.api, parent, [
    { pin: tree, name: "Fir tree" },
    { pin: window, name: "" },
  ]);
  await bindDevice(it.api, parent, ids[tree] ?? 0, devices.iPad.userAgent);
  await bindDevice(it.api, parent, ids[tree] ?? 0, devices.iPhone.userAgent);
  await it.api.call("PUT", "/api/user/update-marketing-email", {
    token: parent.token,
    body: { marketingEmail: true },
  });
});

const visit = (screen: string) => visitBackOffice(visitor.page, it.url, screen);
const visitTable = () => visit("table-users");
const table = () => visitor.page.getByRole("table", { name: "Users Table" });
/** Another parent, some of whose ornaments are bound to an iPad and an iPhone. */
async function newFamily(email: string, pins: readonly string[], bound: readonly string[] = []) {
  const parent = await newParent(it.api, it.url, email);
  const ids = await addOrnaments(
    it.api,
    parent,
    pins.map((pin) => ({ pin, name: "Fir tree" })),
  );
  for (const pin of bound)
    for (const { userAgent } of [devices.iPad, devices.iPhone])
      await bindDevice(it.api, parent, ids[pin] ?? 0, userAgent);
  const devicesShown = async () => {
    const { body } = await it.api.call("GET", `/api/admin/user-profile/${parent.id}`, { token: admin });
    return body.pins?.rows.map(({ countDevices }: { countDevices: number }) => countDevices);
  };
  const expected = pins.map((pin) => (bound.includes(pin) ? 2 : 0));
  await see.poll(async () => (await devicesShown())?.sort()).toEqual(expected.sort());
  return { parent, ids };
}

const rowOf = (text: string) => bodyRows(table()).filter({ hasText: text });
const button = (name: string) => visitor.page.getByRole("button", { name, exact: true });
const search = () => visitor.page.getByRole("searchbox", { name: "Search" });

describe("the Users Table", () => {
  beforeEach(visitTable);

  test("the Users Table has a row for every PIN, and one for a consumer without PINs", async () => {
    await see(bodyRows(table())).toHaveCount(4);
    await see(rowOf(tree)).toHaveText(/casey.*Fir tree.*Registered.*Subscribed.*View profile.*Deactivate/);
    await see(rowOf(window)).toHaveText(/casey.*Registered.*Subscribed.*View profile.*Deactivate/);
    await see(rowOf(kim)).toHaveText(/Unsubscribed.*Edit.*Resend email/);
    await see(rowOf(robin)).toHaveText(/Unsubscribed.*Edit$/);
    await see(visitor.page.getByText("Showing 1 to 4 of 4 entries", { exact: true })).toBeVisible();
  });

  test("the Users Table sends the confirmation link again, and doesn't offer that for a confirmed account", async () => {
    const { page } = visitor;
    await mailsTo(it.url, kim, 1);
    await page.route("**/api/admin/resend-activate-link", async (route) => {
      await see(rowOf(kim).getByRole("button", { name: "Sending..." })).toBeVisible();
      await route.continue();
    });
    await rowOf(kim).getByRole("button", { name: "Resend email" }).click();
    await see(page.getByRole("status").filter({ hasText: `${kim}: ` })).toBeVisible();
    await see(rowOf(kim).getByRole("button", { name: "Resend email" })).toBeVisible();
    await page.unrouteAll();
    await expect(mailsTo(it.url, kim, 2)).resolves.toHaveLength(2);
    await see(rowOf(robin).getByRole("link", { name: `Edit ${robin}` })).toBeVisible();
    await see(rowOf(robin).getByRole("button", { name: "Resend email" })).toHaveCount(0);
  });

  test("the Users Table exports the rows of the search as CSV", async () => {
    await search().fill("casey");
    await see(bodyRows(table())).toHaveCount(2);
    await openMore(visitor.page);
    const { name, text } = await downloadBy(visitor.page, button("Export CSV"));
    expect(name).toBe("Consumers report.csv");
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const [header, ...rows] = await parseCsv(text);
    expect(header).toEqual(columnsOfTwoDevices);
    const date = expect.stringMatching(/^\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d [ap]m$/);
    const { iPad, iPhone } = devices;
    expect(rows.sort(([, a = ""], [, b = ""]) => a.localeCompare(b))).toEqual([
      [
        casey,
        tree,
        "Fir tree",
        "2",
        "Subscribed",
        "Activated",
        date,
        "Confirmed",
        iPad.shownAs,
        date,
        iPhone.shownAs,
        date,
      ],
      [casey, window, "", "0", "Subscribed", "Activated", date, "Confirmed", "", "", "", ""],
    ]);
    await search().fill("");
    await see(bodyRows(table())).toHaveCount(4);
  });
});

test("the Users Table deactivates a PIN with a comment of at least 2 characters, and activates it again", async () => {
  const { page } = visitor;
  const pin = demoPin(4);
  await newFamily("jo.parent@example.com", [pin]);
  await visit(`table-users?query=${pin}`);
  await button(`Deactivate ${pin}`).click();
  const deactivate = page.getByRole("dialog", { name: `Deactivate ${pin}?` });
  const confirm = deactivate.getByRole("button", { name: "Deactivate" });
  await see(confirm).toBeDisabled();
  await deactivate.getByLabel("Comment").fill(" x ");
  await see(confirm).toBeDisabled();
  await deactivate.getByLabel("Comment").fill(`${"Reported lost. ".repeat(9)}`);
  await see(deactivate.getByLabel("Comment")).toHaveValue("Reported lost. ".repeat(8));
  await confirm.click();
  await see(deactivate).toBeHidden();
  await see(rowOf(pin)).toContainText("Not Registered");
  await see(button(`Activate ${pin}`)).toBeFocused();

  await button(`Activate ${pin}`).click();
  const activate = page.getByRole("dialog", { name: `Activate ${pin}?` });
  await see(activate.getByRole("button", { name: "Activate" })).toBeDisabled();
  await activate.getByLabel("Comment").fill("Found again");
  await activate.getByRole("button", { name: "Activate" }).click();
  await see(rowOf(pin)).not.toContainText("Not Registered");
  await see(button(`Deactivate ${pin}`)).toBeVisible();
});

const region = (name: string) => visitor.page.getByRole("region", { name });
const pins = () => region("PIN code information");
const pinItem = (pin: string) => pins().getByRole("listitem", { name: `PIN ${pin}` });
const logRows = () => bodyRows(region("Consumer actions log").getByRole("table"));

describe("a consumer's profile", () => {
  const forgotten = demoPin(7);
  let family: number;

  beforeAll(async () => {
    family = (await newFamily("pat.parent@example.com", [forgotten], [forgotten])).parent.id;
  });

  test("a consumer's profile shows PINs, devices, email and subscription", async () => {
    const { page } = visitor;
    await visitTable();
    await page
      .getByRole("link", { name: `View profile of ${casey}` })
      .first()
      .click();
    await see(pageHeading(page, casey)).toBeFocused();
    await see(pinItem(tree)).toContainText(/Registered.*Fir tree.*Device\(s\) 2 of 5.*Deactivate/);
    await see(pinItem(window)).toContainText(/Registered.*No name.*Device\(s\) 0 of 5/);
    await see(region("Consumer information")).toContainText(casey);
    await see(page.getByRole("list", { name: "Account" })).toContainText(
      /Email confirmed \d\d\/.*Registered \d\d\//,
    );
    await see(page.getByLabel("Receive marketing emails")).toBeChecked();
  });

  test("a device is deleted on a consumer's profile after a confirmation", async () => {
    const { page } = visitor;
    await visit(`user-profile/${family}`);
    const iPad = devices.iPad.shownAs;
    await pinItem(forgotten).getByRole("button", { name: "Device(s) 2 of 5" }).click();
    await button(`Delete ${iPad}`).click();
    const dialog = page.getByRole("dialog", { name: "Are you sure you want to delete device?" });
    await see(dialog).toContainText(`${iPad} cannot play the videos`);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await see(dialog).toBeHidden();
    await button(`Delete ${iPad}`).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await see(dialog).toBeHidden();
    await see(pinItem(forgotten).getByRole("button", { name: "Device(s) 1 of 5" })).toBeFocused();
    await see(button(`Delete ${iPad}`)).toHaveCount(0);
    await see(button(`Delete ${devices.iPhone.shownAs}`)).toBeVisible();
  });

  test("a consumer's profile lists the actions of and on the consumer, and exports them to a file named with email and day", async () => {
    const { page } = visitor;
    const { parent, ids } = await newFamily("logged.parent@example.com", [demoPin(11)]);
    const { position } = await it.api.call("PUT", "/api/admin/update-pin-status", {
      token: admin,
      body: { id: ids[demoPin(11)], status: false, comment: "Reported stolen" },
    });
    await it.api.call("GET", "/api/admin/action-logs", { token: admin, readAfter: position });
    await visit(`user-profile/${parent.id}`);
    await see(logRows().filter({ hasText: "IT Admin" }).filter({ hasText: "Reported stolen" })).toHaveCount(
      1,
    );
    const logSearch = visitor.page.locator(".o-panel-table").getByRole("searchbox");
    await logSearch.fill("customer");
    await see(logRows().filter({ hasText: "IT Admin" })).toHaveCount(0);
    await see(logRows().filter({ hasText: "Account registered" })).toBeVisible();
    const shown = await logRows().count();
    await openMore(page);
    const { name, text } = await downloadBy(page, button("Export CSV"));
    expect(name).toMatch(/^Actions log report _ logged\.parent@example\.com _ \d\d-\d\d-\d\d\.csv$/);
    const [header, ...rows] = await parseCsv(text);
    expect(header).toEqual(["Role", "Action", "New value", "Date"]);
    expect(rows).toHaveLength(shown);
    expect(new Set(rows.map(([role]) => role))).toEqual(new Set(["Customer"]));
  });

  test("a consumer who is erased on request leaves the table without a reload and is in no list or export, and the System action log has the reason", async () => {
    const { page } = visitor;
    const email = "leaving.parent@example.com";
    const { parent } = await newFamily(email, [demoPin(12)], [demoPin(12)]);
    await visit(`table-users?query=${email}`);
    await page.getByRole("link", { name: `View profile of ${email}` }).click();
    // By the keyboard, because the cards above the button grow while they load, and move it.
    await button("Erase consumer…").press("Enter");
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
    await see(table()).toContainText("Nothing here matches your search.");

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
});

describe("Customer support", () => {
  const own = visitorOfEachTest(it, "desk");
  const visitAsSupport = (screen: string) => visitBackOffice(own.page, it.url, screen, support);

  test("Customer support can do everything on a consumer's profile but change the email, on a phone too", async () => {
    const { page } = own;
    await page.setViewportSize(sizes.phone);
    await visitAsSupport(`table-users?query=${robin}`);
    await page.getByRole("link", { name: `Edit ${robin}` }).click();
    await see(page.getByText("This consumer has no ornament yet.")).toBeVisible();
    const information = page.getByRole("region", { name: "Consumer information" });
    await see(information).toContainText(robin);
    await see(information.getByRole("button", { name: "Edit Email" })).toHaveCount(0);
    await page.getByLabel("Receive marketing emails").check();
    await see(page.getByRole("cell", { name: "Customer support" }).first()).toBeVisible();
  });
});
