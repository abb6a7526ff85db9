import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { textsOf } from "../../app/testing/shown.ts";
import { openSite, ornament, parentWith } from "../testing/open-site.tsx";

const newcomer = parentWith([]);
const owner = parentWith([ornament]);

type Answer = Response | (() => Response);

/** Opens a screen for a signed-in parent. `entered` answers the sending of PINs. */
function openAs(who: typeof owner, screenName: string, entered?: Answer) {
  localStorage.setItem("tokenUser", who.accessToken);
  const answers: Answers = { "/api/user/refresh": json(who) };
  if (entered) answers["/api/user/activate-pin"] = entered;
  return openSite(`/user/${screenName}`, answers);
}
const enterFirst = (entered?: Answer) => openAs(newcomer, "activate-pin", entered);
const enterMore = (entered?: Answer) => openAs(owner, "add-pin", entered);

const pins = () => screen.findAllByRole<HTMLInputElement>("textbox", { name: "PIN" });
const pin = async () => (await pins())[0] as HTMLInputElement;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** Whether the ornament above the PIN field is lit. */
const isLit = () => document.querySelector(".o-glass-ornament-glowing") !== null;
const timesSaid = (text: string) => screen.queryAllByText(text).length;

/** The shown message for a wrong PIN. */
const unknown = "We don’t know this PIN.";

interface Refusal {
  suggestion?: string;
  tries?: { left: number; breakSeconds: number };
}
/** The refusal of the first PIN. */
const refusedFirst = ({ tries, ...suggested }: Refusal = {}) => {
  const errors = [{ path: "pin.0.pin", message: "We don't know this PIN.", ...suggested }];
  const message = "Some PIN codes could not be added.";
  return json({ error: true, code: "pins_refused", message, errors, tries }, 400);
};

/** Types the first PIN of an account, and sends it. */
async function send(typed: string): Promise<void> {
  await userEvent.clear(await pin());
  await userEvent.type(await pin(), typed);
  await userEvent.click(button("Light up my ornament"));
}

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
  expect(site.address()).toBe("/login");
  expect(screen.queryByText("user_error")).toBeNull();
  expect(localStorage.getItem("tokenUser")).toBeNull();
});

const marked = () => [...document.querySelectorAll(".o-pin-mark")].map(({ textContent }) => textContent);
const described = async () => {
  const ids = (await pin()).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
};

test("every refused try marks the characters to check, and asks about them until the PIN changes", async () => {
  enterFirst(() => refusedFirst());
  for (const [typed, marks, question] of [
    ["axco774", ["O"], "Check the 4th character: O or 0?"],
    ["axcd374", [], "Compare each character with the PIN on your ornament."],
    ["axcz374", ["Z"], "Check the 4th character: Z or 2?"],
  ] as const) {
    await send(typed);
    await screen.findByText(question);
    expect(marked()).toEqual(marks);
    expect(await described()).toContain(question);
  }
  await userEvent.type(await pin(), "{Backspace}");
  expect(marked()).toEqual([]);
  expect(timesSaid("Check the 4th character: Z or 2?")).toBe(0);
});

test("the same parent finds the typed PIN again after the next sign-in", async () => {
  enterFirst(refusedFirst());
  await send("abco777");
  await userEvent.click(await screen.findByRole("button", { name: "Sign in with the other account" }));
  await screen.findByRole("heading", { name: "Sign in" });
  enterFirst();
  expect((await pin()).value).toBe("ABCO-777");
});

const refusedTimes = async (times: number, left: (count: number) => number) => {
  let count = 0;
  enterFirst(() => {
    count += 1;
    return refusedFirst({ tries: { left: left(count), breakSeconds: 890 } });
  });
  for (let time = 1; time <= times; time += 1) {
    await send(`axc${time}374`);
    await screen.findByText(unknown);
  }
};

test("the tries left are said from the third try on, with the length of the break", async () => {
  await refusedTimes(2, (count) => 7 - count);
  expect(screen.queryByText(/tries left/)).toBeNull();
  await send("axcd374");
  await screen.findByText("4 tries left, then a pause of 15 minutes.");
  expect(await described()).toContain("4 tries left");
});

test("few tries are said after the first refusal, such as after a reload", async () => {
  await refusedTimes(1, () => 1);
  expect(await screen.findByText("1 try left, then a pause of 15 minutes.")).toBeDefined();
});

test("the last try begins the break: its PIN keeps its reason, and no number of tries is said", async () => {
  await refusedTimes(1, () => 0);
  await screen.findByText("Too many wrong PINs");
  expect(screen.queryByText(/left, then/)).toBeNull();
  expect(timesSaid(unknown)).toBe(1);
  expect(button("Light up my ornament").getAttribute("aria-disabled")).toBe("true");
  expect(screen.getAllByRole("link", { name: "Get help" })).toHaveLength(1);
});

test("the refusal has one line at its field, which has the focus, and the ornament goes dark", async () => {
  enterFirst(refusedFirst());
  await send("abco777");
  await screen.findByText(unknown);
  expect(timesSaid(unknown)).toBe(1);
  expect(timesSaid("Some PIN codes could not be added.")).toBe(0);
  expect(document.activeElement).toBe(await pin());
  expect(isLit()).toBe(false);
});

test("the suggested PIN is filled in by a button, and the field has the focus", async () => {
  enterFirst(refusedFirst({ suggestion: "ABC0-777" }));
  await send("abco777");
  await screen.findByText("Did you mean ABC0-777?");
  expect(marked()).toEqual(["O"]);
  expect(screen.queryByRole("button", { name: "Sign in with the other account" })).toBeNull();
  await userEvent.click(button("Use ABC0-777"));
  expect((await pin()).value).toBe("ABC0-777");
  expect(document.activeElement).toBe(await pin());
  expect(screen.queryByRole("button", { name: "Use ABC0-777" })).toBeNull();
  expect(timesSaid(unknown)).toBe(0);
});

test("a refusal for too many wrong PINs begins the break without another message", async () => {
  const message = "Too many wrong PINs. Try again in 12 minutes, or contact us.";
  const limited = refusal(429, "pin_entry_limited", message);
  limited.headers.set("Retry-After", "712");
  enterFirst(limited);
  await send("abco777");
  await screen.findByText("Too many wrong PINs");
  expect(timesSaid(message)).toBe(0);
  const off = button("Light up my ornament");
  expect(off.getAttribute("aria-disabled")).toBe("true");
  const countdown = document.getElementById(off.getAttribute("aria-describedby") ?? "");
  expect(countdown?.textContent).toMatch(/Try again in 11:5\d$/);
  const said = screen.getByText("Too many wrong PINs. Try again in 12 minutes.");
  expect(said.getAttribute("role")).toBe("status");
});
