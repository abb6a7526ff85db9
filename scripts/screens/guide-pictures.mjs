/** The pictures of docs/guide/back-office.md. Each task of the guide is done in the running product. */
import { calm, jpeg, openPage, signIn } from "./pages.mjs";
import { admin, send } from "./product.mjs";

const button = (at, name) => at.getByRole("button", { name, exact: true });

async function go(desk, entry, heading) {
  await desk.getByRole("navigation").getByRole("link", { name: entry, exact: true }).click();
  await desk.getByRole("heading", { level: 1, name: heading }).waitFor();
  await calm(desk);
}

const panel = (desk, title) => desk.getByRole("region", { name: title, exact: true });

/** The part of the page above a height in pixels. */
const top = (desk, height) => desk.screenshot({ ...jpeg, clip: { x: 0, y: 0, width: 1280, height } });

async function search(desk, text) {
  await desk.getByRole("searchbox").last().fill(text);
  await desk.keyboard.press("Enter");
  await desk.getByRole("button", { name: `Remove “${text}”` }).waitFor();
  await calm(desk);
}

/** Consumers of the demo data: one with devices, and one without a confirmed email address. */
async function demoConsumers(url) {
  const { accessToken } = await send("POST", url, "/api/admin/login", admin);
  const rowsOf = async (query) =>
    (await send("GET", url, `/api/admin/table/users?page=1&limit=100${query}`, undefined, accessToken)).rows;
  const rows = await rowsOf("");
  const unconfirmed = rows.find(({ isActivated }) => !isActivated);
  const [watching] = rows
    .filter(({ pin, isActivated }) => isActivated && pin?.countDevices)
    .sort((one, other) => other.pin.countDevices - one.pin.countDevices);
  return { watching, unconfirmed };
}

/** Yields `[name, screenshot]` for each picture, in the order of the guide. */
export async function* guidePictures(browser, { url }) {
  const { watching, unconfirmed } = await demoConsumers(url);
  const desk = await openPage(browser, 1280, 800);
  await signIn(desk, `${url}/admin/login`, admin, "Sign in");
  await desk.getByRole("table").getByRole("row").nth(5).waitFor();

  await desk.getByRole("combobox", { name: "Find" }).fill(watching.email.slice(0, 4));
  await desk.getByRole("listbox", { name: "Found" }).getByRole("option").first().waitFor();
  await calm(desk);
  yield ["find", await top(desk, 420)];
  await desk.reload();

  await go(desk, "Pins", "Pins Table");
  await search(desk, "WNTR-O24");
  yield ["misread-pin", await top(desk, 470)];

  await desk.getByRole("button", { name: "Deactivate WNTR-024" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Comment").fill("Stolen from the shop, order 4711");
  await calm(desk);
  yield ["deactivate-pin", await dialog.locator(".modal-content").screenshot(jpeg)];
  await button(dialog, "Deactivate").click();
  await desk.getByRole("button", { name: "Activate WNTR-024" }).click();
  await dialog.getByLabel("Comment").fill("Found again");
  await button(dialog, "Activate").click();
  await desk.getByRole("button", { name: "Deactivate WNTR-024" }).waitFor();

  yield* profilePictures(desk, url, watching);
  yield* mailPictures(desk, unconfirmed);
  yield* settingPictures(desk);

  await go(desk, "Consumers", "Users Table");
  await search(desk, "example.org");
  const download = desk.waitForEvent("download");
  await button(desk, "More").click();
  await button(desk, "Export CSV").click();
  await (await download).delete();
  await calm(desk);
  yield ["export", await top(desk, 420)];

  await go(desk, "System action Log", "System action log");
  await search(desk, "PIN deactivated");
  yield ["log", await top(desk, 480)];

  yield* adminPictures(desk);
  yield* erasurePicture(desk, url, unconfirmed);
}

async function* profilePictures(desk, url, { id, pin }) {
  await desk.goto(`${url}/admin/user-profile/${id}`);
  const item = desk.getByRole("listitem", { name: `PIN ${pin.pin}` });
  await item.getByRole("button", { name: /^Device\(s\)/ }).click();
  await calm(desk);
  yield ["devices", await panel(desk, "PIN code information").screenshot(jpeg)];
  await item
    .getByRole("list")
    .getByRole("button", { name: /^Delete / })
    .first()
    .click();
  await button(desk.getByRole("dialog"), "Delete").click();
  await desk.getByRole("dialog").waitFor({ state: "hidden" });
}

async function* mailPictures(desk, { email }) {
  await go(desk, "Consumers", "Users Table");
  await search(desk, email);
  await desk
    .getByRole("button", { name: /Resend/ })
    .first()
    .click();
  await desk.getByRole("link", { name: `Edit ${email}` }).click();
  // The card shows the mail's state at the time when the page was opened.
  const sent = panel(desk, "Sign-in and mails").getByText("Sent", { exact: true });
  while (!(await sent.isVisible())) {
    await desk.reload();
    await panel(desk, "Sign-in and mails").getByRole("listitem").first().waitFor();
    await calm(desk);
  }
  yield ["sign-in-and-mails", await panel(desk, "Sign-in and mails").screenshot(jpeg)];
}

async function* settingPictures(desk) {
  await go(desk, "Settings", "Settings");
  const file = "pin,batch\nNOEL-001,Noel\nNOEL-002,Noel\nNOEL-1,Noel\nNOEL-001,Noel\nWNTR-001,Noel\n";
  await desk
    .getByLabel("CSV file")
    .setInputFiles({ name: "noel.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await button(panel(desk, "Import of PINs"), "Import").click();
  const dialog = desk.getByRole("dialog");
  await button(dialog, "Add 2 PINs").waitFor();
  await calm(desk);
  yield ["import-preview", await dialog.locator(".modal-content").screenshot(jpeg)];
  await button(dialog, "Add 2 PINs").click();
  await dialog.getByText("Processing complete!").waitFor();
  await calm(desk);
  yield ["import", await dialog.locator(".modal-content").screenshot(jpeg)];
  await button(dialog, "Close").last().click();

  await desk.getByLabel("Number of devices").fill("6");
  await button(desk, "Change limit").click();
  await calm(desk);
  yield ["settings", await dialog.locator(".modal-content").screenshot(jpeg)];
  await button(dialog, "Change").click();
  await dialog.waitFor({ state: "hidden" });
}

async function* adminPictures(desk) {
  await go(desk, "Admins", "Admins Table");
  await desk.getByRole("link", { name: "Add new profile" }).click();
  await desk.getByLabel("Email").fill("sam.support@ornament.test");
  await desk.getByLabel("First name").fill("Sam");
  await desk.getByLabel("Last name").fill("Support");
  await calm(desk);
  yield ["create-admin", await top(desk, 520)];
  await button(desk, "Create account").click();
  await desk.getByText("Account successfully created.").waitFor();
  await desk.getByRole("link", { name: "Back to admins" }).click();
  await desk.getByRole("link", { name: "View profile of sam.support@ornament.test" }).click();
  await button(desk, "Delete account").click();
  await calm(desk);
  yield ["delete-admin", await desk.getByRole("dialog").locator(".modal-content").screenshot(jpeg)];
  await button(desk.getByRole("dialog"), "Delete account").click();
  await desk.getByText("The account sam.support@ornament.test was deleted.").waitFor();
}

async function* erasurePicture(desk, url, { id, email }) {
  await desk.goto(`${url}/admin/user-profile/${id}`);
  await button(desk, "Erase consumer…").press("Enter");
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Requested in writing, ticket 4711");
  await dialog.getByLabel("Consumer’s email").fill(email);
  await calm(desk);
  yield ["erase-consumer", await dialog.locator(".modal-content").screenshot(jpeg)];
  await button(dialog, "Erase consumer").click();
  await desk.getByRole("heading", { level: 1, name: "Users Table" }).waitFor();
}
