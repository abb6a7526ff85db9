import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import nodemailer from "nodemailer";
import { mailboxCookie } from "./entrance.ts";
import { type Mailbox, startMailbox } from "./mailbox.ts";
import { type Message, Messages } from "./messages.ts";

let folder: string;
let mailbox: Mailbox;
let server: Server;

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const get = (path: string) =>
  fetch(address() + path, { headers: { cookie: mailboxCookie(mailbox.token ?? "") } });
const list = async () => (await (await get("/mailbox/api/messages")).json()) as Message[];

async function start() {
  mailbox = await startMailbox({ file: join(folder, "mailbox.ndjson") });
  server = createServer(mailbox.app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
}

async function stop() {
  server.closeAllConnections();
  server.close();
  await mailbox.stop();
}

const send = (mail: { to: string; subject: string; html?: string; messageId?: string }) =>
  nodemailer
    .createTransport(mailbox.smtpUrl)
    .sendMail({ from: "santa@example.com", text: "Ho ho ho", ...mail });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mailbox-"));
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

test("a mail sent by SMTP is listed, newest first", async () => {
  await send({ to: "a@example.com", subject: "First" });
  await send({ to: "b@example.com", subject: "Zweite – ünï", html: "<b>Hello</b>" });
  const [newest, older] = await list();
  expect(newest).toEqual({
    id: expect.any(String),
    messageId: expect.any(String),
    to: "b@example.com",
    subject: "Zweite – ünï",
    text: "Ho ho ho\n",
    html: "<b>Hello</b>\n",
    receivedAt: expect.any(String),
  });
  expect(older).toMatchObject({ to: "a@example.com", subject: "First" });
});

test("mails are kept over a restart, and a line cut off by a crash is ignored", async () => {
  await send({ to: "a@example.com", subject: "Kept" });
  await stop();
  writeFileSync(join(folder, "mailbox.ndjson"), '{"id":"half', { flag: "a" });
  await start();
  expect(await list()).toMatchObject([{ subject: "Kept" }]);
});

test("a repeated mail is answered like the first and kept once, at the same time or after a restart", async () => {
  const mail = { to: "a@example.com", subject: "Once", messageId: "<1@example.com>" };
  const answers = await Promise.all([send(mail), send(mail), send(mail)]);
  await stop();
  await start();
  answers.push(await send(mail));
  expect(answers.map(({ response }) => response.slice(0, 3))).toEqual(["250", "250", "250", "250"]);
  expect(await list()).toMatchObject([{ subject: "Once" }]);
});

test("a mail with another recipient or another Message-ID is kept, too", async () => {
  const mail = { to: "a@example.com", subject: "Ho", messageId: "<1@example.com>" };
  await send(mail);
  await send({ ...mail, to: "b@example.com" });
  await send({ ...mail, messageId: "<2@example.com>" });
  expect(await list()).toHaveLength(3);
});

test("a mail that can't be written is refused temporarily and accepted when it is sent again", async () => {
  const mail = { to: "a@example.com", subject: "Twice", messageId: "<1@example.com>" };
  rmSync(folder, { recursive: true });
  await expect(send(mail)).rejects.toMatchObject({ responseCode: 452 });
  expect(await list()).toEqual([]);
  mkdirSync(folder);
  await send(mail);
  await stop();
  await start();
  expect(await list()).toMatchObject([{ subject: "Twice" }]);
});

test("the file is trimmed to the newest mails while the mailbox runs", async () => {
  const file = join(folder, "trimmed.ndjson");
  const subjects = (messages: Messages) => messages.newestFirst().map(({ subject }) => subject);
  const messages = new Messages(file, 3);
  for (let n = 1; n <= 20; n += 1) {
    await messages.receive(Buffer.from(`Subject: ${n}\r\n\r\nHo`), ["a@example.com"], new Date(), `${n}`);
    expect(readFileSync(file, "utf8").trim().split("\n").length).toBeLessThan(6);
  }
  expect(subjects(messages)).toEqual(["20", "19", "18"]);
  expect(subjects(new Messages(file, 3))).toEqual(["20", "19", "18"]);
});

test("a mail that is too large is refused for good", async () => {
  const mail = { to: "a@example.com", subject: "Large", html: "x".repeat(1024 * 1024 + 1) };
  await expect(send(mail)).rejects.toMatchObject({ responseCode: 552 });
});

test("a hostile subject is shown as text, and a mail's HTML in a sandboxed frame", async () => {
  await send({
    to: "a@example.com",
    subject: "<script>alert(1)</script>",
    html: "<script>alert(2)</script>",
  });
  const page = await (await get("/mailbox")).text();
  expect(page).not.toContain("<script>alert(1)");
  const id = (await list())[0]?.id;
  const framed = await get(`/mailbox/messages/${id}/html`);
  expect(framed.headers.get("content-security-policy")).toContain("sandbox");
});

test("an unknown mail is a 404 page", async () => {
  expect((await get("/mailbox/messages/none")).status).toBe(404);
});
