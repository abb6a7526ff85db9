import { expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/values/brand";
import { screen, within } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { openSite, ornament, parentWith } from "../testing/open-site.tsx";

const { supportEmail, supportPhone } = defaultBrand;
const blocked = { ...ornament, blocked: true };
const owner = parentWith([ornament]);

/** Opens the landing page as the player does, for a signed-in or signed-out person. */
async function open(hash: string, who?: typeof owner) {
  if (who) localStorage.setItem("tokenUser", who.accessToken);
  openSite(`/#${hash}`, who && { "/api/user/refresh": json(who) });
  const dialog = within(await screen.findByRole("dialog"));
  const to = async (name: string) => (await dialog.findByRole("link", { name })).getAttribute("href");
  return { ...dialog, to };
}

test.each([
  [
    "lockedpin",
    "another ornament",
    parentWith([blocked, { ...ornament, id: 4 }]),
    "Choose another ornament",
    "pin-authorization",
  ],
  ["lockedpin", "no other ornament", parentWith([blocked]), "Add an ornament", "add-pin"],
  ["lockedpin", "no session", undefined, "Sign in", "pin-authorization"],
  ["maximum-number-devices", "an ornament", owner, "Choose devices to forget", "forget-device"],
  ["maximum-number-devices", "no session", undefined, "Sign in", "forget-device"],
])("the dialog #%s offers a person with %s the next step", async (hash, _what, who, label, path) => {
  const dialog = await open(hash, who);
  expect(await dialog.to(label)).toBe(`/user/${path}`);
  expect(dialog.queryByRole("link", { name: supportEmail }) !== null).toBe(hash === "lockedpin");
});

test("a person whose account was deactivated can email or call from the dialog", async () => {
  const dialog = await open("deactivated");
  expect(await dialog.to("Email us")).toBe(`mailto:${supportEmail}`);
  expect(await dialog.to("Call us")).toBe("tel:18005550124");
  expect(await dialog.to(supportPhone)).toBe("tel:18005550124");
});
