import { expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import { foundGroups, foundText } from "./found-entries.ts";
import type { Found } from "./use-find.ts";

const consumer = { id: 7, email: "ann@example.com", formerEmail: null, isActivated: true };
const owned = { id: 1, pin: "ABCD-123", status: true, blocked: false, email: consumer.email, userId: 7 };
const free = { ...owned, id: 2, pin: "ABCD-124", status: false, email: null, userId: null };
const nothing: Found = { consumers: [], pins: [], moreConsumers: false, morePins: false };
const found: Found = { ...nothing, consumers: [consumer], pins: [owned, free] };

const targets = (answer: Found, term: string) =>
  foundGroups(answer, term).flatMap(({ entries }) => entries.map(({ to }) => to));

test("a consumer leads to the profile, a PIN to its owner's profile, and a PIN without an owner to its own page", () =>
  expect(targets(found, "ann")).toEqual([
    "/admin/user-profile/7",
    "/admin/table-users?query=ann",
    "/admin/user-profile/7#pin-ABCD-123",
    "/admin/pin/ABCD-124",
    "/admin/table-pins?query=ann",
  ]));

test("the links to the tables keep the term as it was typed", () =>
  expect(targets(found, "a&b c")).toContain("/admin/table-users?query=a%26b+c"));

test("PINs come first for a term with a digit, consumers for an email address and for letters", () => {
  const first = (term: string) => foundGroups(found, term)[0]?.label;
  expect(first("ABCD-12")).toBe("PINs");
  expect(first("ann")).toBe("Consumers");
  expect(first("ann2@example.com")).toBe("Consumers");
});

test("similar PINs are named as such, and consumers come before them", () => {
  const similar: Found = { ...found, similarPins: true };
  const labels = (answer: Found) => foundGroups(answer, "ABCD-12").map(({ label }) => label);
  expect(labels(similar)).toEqual(["Consumers", "No PIN contains “ABCD-12”. Similar PINs:"]);
  expect(labels({ ...similar, consumers: [] })).toEqual(["No PIN contains “ABCD-12”. Similar PINs:"]);
});

test("a group without a match is left out", () => {
  expect(foundGroups({ ...found, consumers: [] }, "abcd").map(({ label }) => label)).toEqual(["PINs"]);
  expect(foundGroups(nothing, "abcd")).toEqual([]);
});

test("a result names a former email address, an unconfirmed email and a deactivated PIN", () => {
  const answer: Found = {
    ...found,
    consumers: [{ ...consumer, formerEmail: "old@example.com", isActivated: false }],
    pins: [{ ...owned, blocked: true }, free],
  };
  const notes = foundGroups(answer, "old").flatMap(({ entries }) => entries.map(({ note }) => note));
  const ofPins = ["Blocked · ann@example.com", "No owner", ""];
  expect(notes).toEqual(["formerly old@example.com · Unconfirmed", "", ...ofPins]);
});

test.each([
  [nothing, "Nothing found"],
  [{ ...nothing, consumers: [consumer] }, "Found 1 consumer"],
  [found, "Found 1 consumer and 2 PINs"],
  [{ ...nothing, pins: [owned], similarPins: true as const }, "Found 1 similar PIN"],
  [{ ...found, moreConsumers: true }, "Found more than 1 consumers and 2 PINs"],
])("the announcement of answer %# is %s", (answer, text) => expect(foundText(answer)).toBe(text));

const findPath = "/api/admin/find";

/** Opens the Pins table. `answer` is the search box's answer. */
async function openPins(answer: (term: string) => Response | Promise<Response>) {
  const office = openBackOffice("/admin/table-pins", {
    "/api/admin/table/pins": pageOf([]),
    "/api/admin/pin-batches": json({ rows: [] }),
    [findPath]: ({ url }) => answer(new URL(url).searchParams.get("query") ?? ""),
  });
  await screen.findByRole("heading", { name: "Pins Table" });
  return { ...office, asked: () => office.asked(findPath).map(({ query }) => query) };
}

const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Find" });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(box(), { key });
const enter = (text: string) => {
  act(() => box().focus());
  type(text);
};
const isFound = () => screen.findByRole("listbox", { name: "Found" });
const active = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;

test("the arrows move through consumers and PINs in a circle, and Enter opens the marked result", async () => {
  const { address } = await openPins(() => json(found));
  enter("ann");
  await isFound();
  press("ArrowDown");
  expect(active()).toBe("Show all in Consumers");
  press("ArrowDown");
  expect(active()).toBe("ABCD-123ann@example.com");
  press("ArrowUp");
  press("ArrowUp");
  press("ArrowUp");
  expect(active()).toBe("Show all in Pins");
  press("Enter");
  await waitFor(() => expect(address()).toBe("/admin/table-pins?query=ann"));
});

test("Enter before the answer opens the best result when the answer comes", async () => {
  let answer = (_: Response) => {};
  const { address, asked } = await openPins(() => new Promise((resolve) => (answer = resolve)));
  enter("ann");
  press("Enter");
  await waitFor(() => expect(asked()).toEqual(["ann"]));
  expect(address()).toBe("/admin/table-pins");
  await act(async () => answer(json(found)));
  await waitFor(() => expect(address()).toBe("/admin/user-profile/7"));
});

test("Enter before the answer shows similar PINs and opens none; a second Enter opens the marked one", async () => {
  let answer = (_: Response) => {};
  const { address, asked } = await openPins(() => new Promise((resolve) => (answer = resolve)));
  enter("ABCD-125");
  press("Enter");
  await waitFor(() => expect(asked()).toEqual(["ABCD-125"]));
  await act(async () => answer(json({ ...nothing, pins: [free], similarPins: true })));
  await isFound();
  expect(screen.getByRole("group", { name: "No PIN contains “ABCD-125”. Similar PINs:" })).toBeTruthy();
  expect(address()).toBe("/admin/table-pins");
  press("Enter");
  await waitFor(() => expect(address()).toBe("/admin/pin/ABCD-124"));
});

test("the answer to an earlier text is never shown", async () => {
  const answers = new Map<string, (answer: Response) => void>();
  const { asked } = await openPins((term) => new Promise((resolve) => answers.set(term, resolve)));
  enter("an");
  press("Enter");
  await waitFor(() => expect(asked()).toEqual(["an"]));
  type("bob");
  press("Enter");
  await waitFor(() => expect(asked()).toEqual(["an", "bob"]));
  await act(async () => answers.get("bob")?.(json(nothing)));
  await screen.findByText("“bob”");
  await act(async () => answers.get("an")?.(json(found)));
  expect(screen.queryByRole("listbox", { name: "Found" })).toBeNull();
  expect(screen.getByText("“bob”")).toBeTruthy();
});

test("a search without a match says so, and a failed one offers to try again", async () => {
  let works = false;
  await openPins(() => (works ? json(nothing) : json({}, 500)));
  enter("zzz");
  const again = await screen.findByRole("button", { name: "Try again" });
  works = true;
  fireEvent.click(again);
  await screen.findByText("“zzz”");
});

test("the slash key moves the focus to the search box, but not while the focus is in another field", async () => {
  await openPins(() => json(nothing));
  const tableSearch = screen.getByRole("searchbox", { name: "Search" });
  fireEvent.keyDown(tableSearch, { key: "/" });
  expect(document.activeElement).not.toBe(box());
  fireEvent.keyDown(document.body, { key: "/" });
  expect(document.activeElement).toBe(box());
});
