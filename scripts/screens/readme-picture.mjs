/**
 * docs/images/screens.jpg, the README's picture: two screens of the consumer site and two of the back office.
 */
import { calm, jpeg, openPage, signIn } from "./pages.mjs";
import { admin, parent } from "./product.mjs";

async function screensOf(browser, url) {
  const settled = async (page) => {
    await calm(page);
    await page.evaluate("document.activeElement.blur()");
    return page.screenshot();
  };
  const phone = await openPage(browser, 390, 844);
  await phone.goto(url);
  await phone.getByRole("heading", { level: 1 }).waitFor();
  const landing = await settled(phone);

  await signIn(phone, `${url}/login`, parent, "Sign in");
  await phone.getByRole("textbox", { name: "PIN" }).fill("WNTR024");
  await phone.getByRole("button", { name: "Give it a nickname" }).click();
  await phone.getByRole("textbox", { name: /Nickname/ }).fill("Emma & Noah");
  const pinEntry = await settled(phone);

  const desk = await openPage(browser, 1280, 610);
  await signIn(desk, `${url}/admin/login`, admin, "Sign in");
  await desk.getByRole("table").getByRole("row").nth(5).waitFor();
  const pins = await settled(desk);
  await desk.getByRole("link", { name: "System action Log" }).click();
  await desk.getByRole("table", { name: "System action log" }).getByRole("row").nth(5).waitFor();
  const log = await settled(desk);
  return { landing, pinEntry, pins, log };
}

const picture = (png, name) => `<img class="${name}" src="data:image/png;base64,${png.toString("base64")}">`;

const sheet = ({ landing, pinEntry, pins, log }) => `<!doctype html><style>
  body { margin: 0; padding: 24px; display: grid; grid-template-columns: 353px 353px 1fr; gap: 24px; background: #efe9dc; }
  img { display: block; width: 100%; border-radius: 14px; box-shadow: 0 1px 2px #0b1b2b33, 0 10px 28px #0b1b2b33; }
  .phone { border-radius: 26px; }
  div { display: grid; align-content: space-between; gap: 12px; }
</style>
${picture(landing, "phone")}${picture(pinEntry, "phone")}<div>${picture(pins, "desk")}${picture(log, "desk")}</div>`;

/** Draws the picture. */
export async function readmePicture(browser, url) {
  const screens = await screensOf(browser, url);
  const page = await browser.newPage({ viewport: { width: 1600, height: 812 } });
  await page.setContent(sheet(screens));
  return page.screenshot({ ...jpeg, fullPage: true });
}
