import { expect, test } from "@jest/globals";
import type { OwnPin } from "@ornament/contracts/account/api";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ApiError, offlineError } from "../../app/calls/api-error.ts";
import { json, refusal } from "../../app/testing/fake-server.ts";
import { openSite, ornament, parentWith } from "../testing/open-site.tsx";
import { refusedActivation } from "./use-activation.ts";

const errorWith = (code: ApiError["code"]): ApiError => ({ status: 400, code, message: "No.", errors: [] });

test.each([
  ["link_used", "used"],
  ["link_expired", "expired"],
  ["link_incorrect", "incorrect"],
  ["invalid_request", "incorrect"],
] as const)("a confirmation link refused with %s is shown as %s", (code, kind) =>
  expect(refusedActivation(errorWith(code))).toEqual({ kind }),
);

test("any other error of a confirmation link can be retried and shows its message", () => {
  expect(refusedActivation(offlineError)).toEqual({ kind: "failed", message: offlineError.message });
  expect(refusedActivation(errorWith("busy"))).toEqual({ kind: "failed", message: "No." });
});

test("a link that has expired leads to a form that promises a new link only where one is needed", async () => {
  openSite("/user/verify-message?token=a.b.c", { "/api/user/activate": refusal(400, "link_expired") });
  await screen.findByRole("heading", { name: "Your Link has Expired" });
  expect(screen.getByText(/If it still needs to be confirmed, we’ll send you a new link\./)).toBeTruthy();
});

const answers = (...pins: OwnPin[]) => ({
  "/api/user/activate": json({ success: true, message: "", email: "sam@example.com", confirmed: true }),
  "/api/user/refresh": json(parentWith(pins)),
  "/api/user/logout": json({ success: true, message: "" }),
});
const link = "/user/verify-message?token=a.b.c";

test("signing out to switch accounts leads to sign-in", async () => {
  localStorage.setItem("tokenUser", "of another account");
  const other = json(parentWith([], "else@example.com"));
  const { address } = openSite(link, { ...answers(), "/api/user/refresh": other });
  await userEvent.click(await screen.findByRole("button", { name: "Sign out to switch accounts" }));
  await waitFor(() => expect(address()).toBe("/login"));
});

test("a parent with one ornament is welcomed with its name and watches it with one press", async () => {
  openSite(link, answers(ornament));
  await screen.findByRole("heading", { name: "Welcome back" });
  expect(screen.getByText("Fir", { selector: "p" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Watch" })).toBeTruthy();
});

test.each([
  ["the page of the verified email", link, "Your email is verified"],
  ["PIN entry", "/user/activate-pin", "Enter your ornament’s PIN"],
])("%s moves on when another tab has added an ornament", async (_, address, title) => {
  if (address !== link) localStorage.setItem("tokenUser", "token");
  let pins: OwnPin[] = [];
  openSite(address, { ...answers(), "/api/user/refresh": () => json(parentWith(pins)) });
  await screen.findByRole("heading", { name: title });
  pins = [ornament];
  await act(async () => void window.dispatchEvent(new Event("focus")));
  await screen.findByRole("heading", { name: "Welcome back" });
  expect(screen.getByRole("button", { name: "Watch" })).toBeTruthy();
});
