import { expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";

const ann = { id: 7, email: "ann@example.com", formerEmail: null, isActivated: true };
const freePin = { id: 2, pin: "ABCD-124", status: false, blocked: true, email: null, userId: null };
const found = { consumers: [ann], pins: [freePin], moreConsumers: false, morePins: false };
const nothing = { consumers: [], pins: [], moreConsumers: false, morePins: false };

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
  expect(active()).toBe("ABCD-124Blocked · No owner");
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
  await act(async () => answer(json({ ...nothing, pins: [freePin], similarPins: true })));
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
