/**
 * Draws docs/images/screens.png, the picture in the README, from the built product with demo data: `node scripts/screens.mjs`
 * after `npm run build`. Run by hand when the screens have changed.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { findOrInstallChromiums } from "./chromium.mjs";
import { smallerPng } from "./smaller-png.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = here("../docs/images/screens.png");
const admin = { email: "admin@ornament.test", password: "Winter-2026" };
const parent = { email: "jamie.parent@example.com", password: "Reindeer-9" };

async function startProduct(dataDir) {
  const environment = {
    ...process.env,
    PORT: "0",
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  const child = spawn(process.execPath, [here("../dist/start.js")], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes("Ornament is ready at")) resolve();
    });
    child.once("exit", () => reject(new Error("The product did not start")));
  });
  const { url, mailbox } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
  spawnSync(
    process.execPath,
    [here("../dist/demo.js"), "--pins", "260", "--consumers", "210", "--seed", process.argv[2] ?? "77"],
    {
      env: environment,
      stdio: "ignore",
    },
  );
  return { url, mailbox, stop: () => new Promise((resolve) => child.once("exit", resolve).kill("SIGTERM")) };
}

const send = async (method, url, path, body, token) => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { "Content-Type": "application/json" }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  return answer.json();
};
const post = (url, path, body, token) => send("POST", url, path, body, token);

/** A day's work of an IT Admin, so that the log has entries. */
async function work(url) {
  const { accessToken: token } = await post(url, "/api/admin/login", admin);
  const file = new FormData();
  const pins = Array.from(
    { length: 240 },
    (_, index) => `WNTR-${String(index).padStart(3, "0")},Winter 2026`,
  );
  file.append("file", new Blob([`pin,batch\n${pins.join("\n")}\n`], { type: "text/csv" }), "winter-2026.csv");
  await post(url, "/api/admin/import/csv", file, token);
  await post(url, "/api/admin/update-setting", { name: "numberDevices", value: 4 }, token);
  const { rows } = await send("GET", url, "/api/admin/table/pins?page=1&limit=10", undefined, token);
  const { id } = rows[1];
  await send(
    "PUT",
    url,
    "/api/admin/update-pin-status",
    { id, status: false, comment: "Lost by the carrier" },
    token,
  );
}

/** A parent who has confirmed the email and has no ornament yet. */
async function newParent({ url, mailbox }) {
  const cookie = `mailbox=${new URL(mailbox).searchParams.get("token")}`;
  await post(url, "/api/user/registration", parent);
  let mail;
  while (mail === undefined) {
    const mails = await (await fetch(`${url}/mailbox/api/messages`, { headers: { cookie } })).json();
    mail = mails.find(({ to }) => to === parent.email);
  }
  const token = decodeURIComponent(/[?&]token=([^\s&"]+)/.exec(mail.text)[1]);
  await post(url, "/api/user/activate", { token });
}

async function signIn(page, address, { email, password }, button) {
  await page.goto(address);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: button }).click();
}

async function screensOf(browser, url) {
  const at = (width, height) =>
    browser.newPage({
      viewport: { width, height },
      reducedMotion: "reduce",
      timezoneId: "America/Chicago",
      locale: "en-US",
    });
  const settled = async (page) => {
    await page.evaluate("document.fonts.ready");
    await page.waitForLoadState("networkidle");
    await page.evaluate("document.activeElement.blur()");
    await page.mouse.move(0, 0);
    await page.getByRole("tooltip").waitFor({ state: "hidden" });
    return page.screenshot();
  };
  const phone = await at(390, 844);
  await phone.goto(url);
  await phone.getByRole("heading", { level: 1 }).waitFor();
  const landing = await settled(phone);

  await signIn(phone, `${url}/login`, parent, "Sign In");
  await phone.getByRole("textbox", { name: "PIN" }).fill("WNTR024");
  await phone.getByRole("button", { name: "Give it a nickname" }).click();
  await phone.getByRole("textbox", { name: /Nickname/ }).fill("Emma & Noah");
  const pinEntry = await settled(phone);

  const desk = await at(1280, 610);
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

const dataDir = mkdtempSync(join(tmpdir(), "screens-"));
const product = await startProduct(dataDir);
const [executablePath] = await findOrInstallChromiums();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox"],
});
try {
  await work(product.url);
  await newParent(product);
  const screens = await screensOf(browser, product.url);
  const page = await browser.newPage({ viewport: { width: 1600, height: 812 } });
  await page.setContent(sheet(screens));
  mkdirSync(dirname(target), { recursive: true });
  const png = smallerPng(await page.screenshot({ fullPage: true }));
  writeFileSync(target, png);
  console.log(`${target}: ${Math.round(png.length / 1024)} kB`);
} finally {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
