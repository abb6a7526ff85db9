import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { refusal } from "../../app/testing/fake-server.ts";
import { textsOf } from "../../app/testing/shown.ts";
import {
  button,
  enterFirst,
  enterMore,
  isLit,
  openAs,
  owner,
  pin,
  pins,
  timesSaid,
} from "../testing/pin-entry.tsx";

test("the ornament lights up with the seventh character of the PIN, and goes dark when one is deleted", async () => {
  enterFirst();
  await userEvent.type(await pin(), "abcd12");
  expect(isLit()).toBe(false);
  await userEvent.type(await pin(), "3");
  expect(isLit()).toBe(true);
  await userEvent.type(await pin(), "{Backspace}");
  expect(isLit()).toBe(false);
});

test("the nickname is on the ornament while it is typed, and screen readers skip the picture", async () => {
  enterFirst();
  await pin();
  await userEvent.click(button("Give it a nickname"));
  await userEvent.keyboard("Noah, Mia & Grandma");
  expect(textsOf([...document.querySelectorAll(".o-ribbon-name")])).toEqual(["Noah, Mia", "& Grandma"]);
  const picture = document.querySelector(".o-ribbon-name")?.closest("svg");
  expect(picture?.getAttribute("aria-hidden")).toBe("true");
});

test("a nickname field that is emptied stays open", async () => {
  enterFirst();
  await pin();
  await userEvent.click(button("Give it a nickname"));
  await userEvent.keyboard("A{Backspace}");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Nickname/ }).value).toBe("");
});

test.each([
  ["left untouched", ""],
  ["emptied and left", "a{Backspace}"],
])("a PIN field that is %s says Required", async (_how, typed) => {
  enterFirst();
  await userEvent.click(await pin());
  if (typed !== "") await userEvent.keyboard(typed);
  expect(timesSaid("Required")).toBe(0);
  await userEvent.click(screen.getByRole("heading", { level: 1 }));
  expect(await screen.findByText("Required")).toBeDefined();
});

test.each([
  ["ABCD", "3 characters are missing."],
  ["ABCD12", "One character is missing."],
])("the unfinished PIN %s is refused with the number of missing characters", async (typed, hint) => {
  enterFirst();
  await userEvent.type(await pin(), typed);
  await userEvent.click(button("Light up my ornament"));
  expect(await screen.findByText(hint)).toBeDefined();
  expect(timesSaid("Invalid pin format (XXXX-XXX)")).toBe(1);
});

test("another account that signs in at the same tab doesn't see the typed text", async () => {
  enterMore();
  await userEvent.type(await pin(), "abcd123");
  await userEvent.click(button("Give it a nickname"));
  await userEvent.keyboard("Emma");
  await userEvent.click(button("Add another ornament"));
  await userEvent.keyboard("wx");
  openAs({ ...owner, user: { ...owner.user, id: 8 } }, "add-pin");
  expect((await pins()).map(({ value }) => value)).toEqual([""]);
});

test("a 400 with user_error signs the parent out, and the sign-in screen says so without showing the code", async () => {
  const site = enterFirst(refusal(400, "invalid_request", "user_error", ["user_error"]));
  await userEvent.type(await pin(), "abcd123");
  await userEvent.click(button("Light up my ornament"));
  await screen.findByText("You have been signed out. Please sign in again.");
  expect(site.shownAddress()).toBe("/login");
  expect(screen.queryByText("user_error")).toBeNull();
  expect(localStorage.getItem("tokenUser")).toBeNull();
});
