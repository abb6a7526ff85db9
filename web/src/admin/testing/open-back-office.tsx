import type { SignedInAdmin } from "@ornament/contracts/admins/api";
import type { ReactNode } from "react";
import type { RouteObject } from "react-router";
import { adminAudience } from "../../app/audience/admin-audience.ts";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { openApp } from "../../app/testing/open-app.tsx";
import { signedInAdmin } from "../../app/testing/people.ts";
import { routes } from "../routes.tsx";

// jsdom has no layout: nothing is resized, and no media query matches.
globalThis.ResizeObserver = class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia = (media) => Object.assign(new EventTarget(), noMatch(media));
const noMatch = (media: string) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
});

export const itAdmin = signedInAdmin;
export const customerSupport: SignedInAdmin = {
  ...itAdmin,
  id: 2,
  email: "bob@ornament.test",
  role: "MEMBER",
};
export const auditor: SignedInAdmin = { ...itAdmin, id: 3, email: "eva@ornament.test", role: "AUDITOR" };

/** A page of a table. */
export const pageOf = (rows: unknown[], more: object = {}) =>
  json({ rows, count: rows.length, page: 1, limit: 10, ...more });

/** The refusal of a change to `path`, which Bob has meanwhile changed to `value`. */
export const changedByBob = (path: string, value: string) =>
  refusal(409, "changed_meanwhile", "bob@ornament.test changed this after you opened it.", [
    { path, message: `${value}, changed by bob@ornament.test` },
  ]);

/** Opens the back office at a URL, as a tab that loads the page with `admin` signed in. */
export const openBackOffice = (url: string, answers: Answers = {}, admin = itAdmin) =>
  open(routes, url, answers, admin);

/** Shows a part of a page, with the store and a server that answers with `answers`. */
export const showPart = (part: ReactNode, answers: Answers = {}, admin = itAdmin) =>
  open([{ path: "*", element: part }], "/admin", answers, admin);

function open(screens: RouteObject[], url: string, answers: Answers, admin: SignedInAdmin) {
  localStore.set(adminAudience.tokenKey, "token");
  const refresh = { [adminAudience.refresh.path]: json({ accessToken: "token", admin }) };
  return openApp(adminAudience, screens, url, { ...refresh, ...answers });
}
