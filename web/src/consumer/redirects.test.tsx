import { expect, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { json } from "../app/testing/fake-server.ts";
import { openSite, ornament, parentWith } from "./testing/open-site.tsx";

const screensOfUser =
  "activate-pin add-pin account-created message-added-pin?count=2 maximum-number-devices forget-device no-such-screen";

test.each([
  ...screensOfUser.split(" ").map((screen) => [`/user/${screen}`, "/login"]),
  ["/registration", "/"],
  ["/check-email", "/"],
  ["/user/verify-message", "/"],
  ["/verify-code", "/forgot-password"],
  ["/reset-password", "/forgot-password"],
  ["/reset-password-message", "/forgot-password"],
  ["/login/again", "/404"],
])(
  "a signed-out visitor who opens %s, whose step before was not taken, is led to %s",
  async (path, start) => {
    const { address } = openSite(path);
    await waitFor(() => expect(address()).toBe(start));
  },
);

test.each([
  "",
  "login",
  "registration",
  "verify-age",
  "forgot-password",
  "user/activate-pin",
  "user/nothing",
])("a signed-in parent who opens /%s is led to the ornament selection", async (path) => {
  localStorage.setItem("tokenUser", "token");
  const { address } = openSite(`/${path}`, { "/api/user/refresh": json(parentWith([ornament])) });
  await waitFor(() => expect(address()).toBe("/user/pin-authorization"));
});
