import { apiPolicy, errorHandler } from "@ornament/platform/http/answers";
import { onlyFromThisMachine } from "@ornament/platform/http/local-callers";
import { silentLogger } from "@ornament/platform/logging/logger";
import express, { type Express } from "express";
import { onlyWithLink } from "./entrance.ts";
import type { Message, Messages } from "./messages.ts";
import { browserScript, fonts, style } from "./page-assets.ts";

/**
 * The mailbox as pages for people and as JSON for programs: on this machine for callers with the token, and
 * for every caller if there is no token. A mail's HTML stays in a sandboxed frame.
 */
export function mailboxPages(messages: Messages, token: string | undefined): Express {
  const app = express();
  app.disable("x-powered-by");
  if (token !== undefined) app.use(onlyFromThisMachine);
  app.use((_request, response, next) => {
    response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
    next();
  });
  app.get("/mailbox/mailbox.css", (_request, response) => void response.type("css").send(style));
  app.get("/mailbox/mailbox.js", (_request, response) => void response.type("js").send(browserScript));
  app.get("/mailbox/fonts/:file", (request, response, next) => {
    const file = Object.hasOwn(fonts, request.params.file) ? fonts[request.params.file] : undefined;
    if (file === undefined) next();
    // A folder on the path may begin with a dot.
    else response.sendFile(file, { dotfiles: "allow", maxAge: "1d" });
  });
  if (token !== undefined) app.use(onlyWithLink(token, refusedPage()));
  app.get("/mailbox/api/messages", (_request, response) => {
    response.set("Content-Security-Policy", apiPolicy).json(messages.newestFirst());
  });
  app.get("/mailbox", (_request, response) => void response.send(listPage(messages.newestFirst())));
  app.get("/mailbox/messages/:id", (request, response) => {
    const message = messages.find(request.params.id);
    if (message === undefined) response.status(404).send(missingPage());
    else response.send(messagePage(message));
  });
  app.get("/mailbox/messages/:id/html", (request, response) => {
    const message = messages.find(request.params.id);
    response.set(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
    );
    response
      .status(message === undefined ? 404 : 200)
      .send(`<!doctype html><base target="_top">${message?.html ?? ""}`);
  });
  app.use((_request, response) => void response.status(404).send(missingPage()));
  app.use(errorHandler(silentLogger()));
  return app;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const wordmark = `<a class="wordmark" href="/"><svg viewBox="0 0 24 28" width="24" height="28" aria-hidden="true"><path d="M12 5.6a2.3 2.3 0 1 0-.01 0" fill="none" stroke="#e7b75f" stroke-width="1.4"/><rect x="9.2" y="5.4" width="5.6" height="3.8" rx=".8" fill="#e7b75f"/><circle cx="12" cy="18" r="9.3" fill="#b4232f"/><path d="M3.3 15.6c4.8 3 12.6 3 17.4 0" fill="none" stroke="#e7b75f" stroke-width="1.4"/><path d="M6.7 14.2c.8-1.9 2.1-3.2 3.9-3.9" fill="none" stroke="#fbf8f1" stroke-width="1.4"/></svg><span>Ornament</span></a>`;

const allMail = `<a class="back" href="/mailbox">All mail</a>`;

const page = (title: string, header: string, main: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0b1b2b"><title>${escapeHtml(title)} · Mailbox</title>
<link rel="stylesheet" href="/mailbox/mailbox.css"><link rel="icon" type="image/svg+xml" href="/favicon.svg"></head>
<body><header>${wordmark}${header}</header>${main}<script src="/mailbox/mailbox.js" defer></script></body></html>`;

const time = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;

function listPage(messages: Message[]): string {
  const rows = messages.map(
    ({ id, to, subject, receivedAt }) =>
      `<li><a href="/mailbox/messages/${id}"><strong>${escapeHtml(subject)}</strong><span>To <b>${escapeHtml(to)}</b></span>${time(receivedAt)}</a></li>`,
  );
  const list =
    rows.length > 0
      ? `<ul>${rows.join("")}</ul>`
      : `<p class="empty">No mail yet. Mail that the product sends appears here.</p>`;
  return page(
    "All mail",
    "<h1>Mailbox</h1><p>Mail that the product sent on this machine. Nothing leaves it.</p>",
    `<main id="messages" data-newest="${messages[0]?.id ?? ""}">${list}</main>`,
  );
}

function messagePage({ id, to, subject, text, html, receivedAt }: Message): string {
  const body =
    html === ""
      ? `<pre>${escapeHtml(text)}</pre>`
      : `<iframe title="${escapeHtml(subject)}" src="/mailbox/messages/${id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>
<details><summary>As plain text</summary><pre>${escapeHtml(text)}</pre></details>`;
  return page(
    subject,
    `${allMail}<h1>${escapeHtml(subject)}</h1><p><span>To <b>${escapeHtml(to)}</b></span>${time(receivedAt)}</p>`,
    `<main>${body}</main>`,
  );
}

const missingPage = () => page("Not found", `${allMail}<h1>This mail is no longer here</h1>`, "");

const refusedPage = () =>
  page(
    "Open the link",
    `<h1>This mailbox opens with its link</h1><p>The start of the product prints it after “Mailbox”. It ends with ?token=… and is also in the file run.json of DATA_DIR.</p>`,
    "",
  );
