/** @jest-environment jsdom */

import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
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

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const nickname = () => screen.getByRole<HTMLInputElement>("textbox", { name: /Nickname/ });
const ribbon = () => [...document.querySelectorAll(".o-ribbon-name")].map(({ textContent }) => textContent);

describe("the ornament above the PIN field", () => {
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
    expect(ribbon()).toEqual(["Noah, Mia", "& Grandma"]);
    const picture = document.querySelector(".o-ribbon-name")?.closest("svg");
    expect(picture?.getAttribute("aria-hidden")).toBe("true");
  });
});

describe("the nickname field", () => {
  test("a nickname field that is emptied stays open", async () => {
    enterFirst();
    await pin();
    await userEvent.click(button("Give it a nickname"));
    await userEvent.keyboard("A{Backspace}");
    expect(nickname().value).toBe("");
  });
});

describe("'Required' at the PIN field", () => {
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

describe("the typed text of a PIN form", () => {
  const typeTwo = async () => {
    await userEvent.type(await pin(), "abcd123");
    await userEvent.click(button("Give it a nickname"));
    await userEvent.keyboard("Emma");
    await userEvent.click(button("Add another ornament"));
    await userEvent.keyboard("wx");
  };
  const values = async () => (await pins()).map(({ value }) => value);

  test("another account that signs in at the same tab doesn't see the typed text", async () => {
    enterMore();
    await typeTwo();
    openAs({ ...owner, user: { ...owner.user, id: 8 } }, "add-pin");
    expect(await values()).toEqual([""]);
  });
});

test("a 400 with user_error signs the parent out, and the sign-in screen says so without showing the code", async () => {
  const body = { error: true, code: "invalid_request", message: "user_error", errors: ["user_error"] };
  const site = enterFirst(json(body, 400));
  await userEvent.type(await pin(), "abcd123");
  await userEvent.click(button("Light up my ornament"));
  await screen.findByText("You have been signed out. Please sign in again.");
  expect(site.shownAddress()).toBe("/login");
  expect(screen.queryByText("user_error")).toBeNull();
  expect(localStorage.getItem("tokenUser")).toBeNull();
});
