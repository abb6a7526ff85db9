/** The running product of the pictures: demo data, a day's work of an IT Admin, and a parent. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** The first IT Admin of the product. */
export const admin = { email: "admin@ornament.test", password: "Winter-2026" };
/** A parent with a confirmed email and no ornament. */
export const parent = { email: "jamie.parent@example.com", password: "Reindeer-9" };

/** Starts the built product with demo data in a separate folder. */
export async function startProduct(dataDir) {
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

/** Calls the API and returns the answer's body. */
export const send = async (method, url, path, body, token) => {
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
/** Sends a POST request and returns the answer's body. */
const post = (url, path, body, token) => send("POST", url, path, body, token);

/** A day's work of an IT Admin, so that the System action log has entries. */
export async function work(url) {
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
export async function newParent({ url, mailbox }) {
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
