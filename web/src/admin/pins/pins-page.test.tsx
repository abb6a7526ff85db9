import { expect, jest, test } from "@jest/globals";
import type { PinRow } from "@ornament/contracts/pins/api";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, expired, json } from "../../app/testing/fake-server.ts";
import { textsOf } from "../../app/testing/shown.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import { deactivation, newPinRow } from "../testing/pin-row.ts";

const pinRow = (id: number) => ({ ...newPinRow, id, pin: `WINT-00${id}` });
const page = (n: number) => pageOf([pinRow(n)], { count: 1_030, page: n });
const counts = { registered: 712, notRegistered: 318, blocked: 4, overLimit: 0 };

const openPins = (address: string, more: Answers = {}) =>
  openBackOffice(`/admin/table-pins${address}`, {
    "/api/admin/table/pins": ({ url }) => page(Number(new URL(url).searchParams.get("page"))),
    "/api/admin/pin-batches": json({ rows: [{ batchName: "winter", pins: 1_030 }] }),
    "/api/admin/pin-counts": json({ counts }),
    "/api/admin/bulk-changes": json({ rows: [] }),
    ...more,
  });
const choices = async (label: string) =>
  textsOf(within(await screen.findByLabelText(label)).getAllByRole("option"));

test("each filter and each batch of the Pins table has the number of its PINs", async () => {
  const { asked } = openPins("?batch=winter");
  await screen.findByText("WINT-001");
  const filters = "All rows, Registered (712), Not Registered (318), Blocked (4), Over the limit (0)";
  await waitFor(async () => expect((await choices("Filter")).join(", ")).toBe(filters));
  expect(await choices("Batch")).toEqual(["All batches", "winter (1,030)"]);
  expect(asked("/api/admin/pin-counts")).toEqual([{ batch: "winter" }]);
});

test("the filters have no numbers while a term hides rows, because the numbers would be of all rows", async () => {
  const { asked } = openPins("?query=wint&filter=registered");
  await screen.findByText("WINT-001");
  expect((await choices("Filter")).slice(0, 2)).toEqual(["All rows", "Registered"]);
  expect(asked("/api/admin/pin-counts")).toEqual([]);
});

test("a choice of all PINs names the search and the filters that limit it", async () => {
  openPins("?query=wint&filter=registered&batch=winter");
  const choose = await screen.findByRole("button", { name: /^Choose all 1,030 PINs/ });
  const all = "all 1,030 PINs of this search (“wint”, Registered, PIN batch “winter”)";
  expect(choose.textContent).toBe(`Choose ${all}`);
  fireEvent.click(choose);
  fireEvent.click(screen.getByRole("button", { name: "Deactivate…" }));
  await screen.findByRole("dialog", { name: `Deactivate ${all}?` });
});

test("a PIN that a remembered filter and batch hide is shown again by removing them, and the page names every reason", async () => {
  sessionStorage.setItem("list.pins", "filter=blocked&batch=winter&query=wint");
  const { address } = openPins("", {
    "/api/admin/table/pins": ({ url }) => (url.includes("filter") ? pageOf([]) : page(1)),
  });
  const empty = (await screen.findByText("Nothing here matches:")).closest("td") as HTMLElement;
  const reasons = textsOf(within(empty).getAllByRole("listitem"));
  expect(reasons).toEqual(["“wint”", "Blocked", "PIN batch “winter”"]);
  expect(within(empty).getByRole("button", { name: "Clear all" })).toBeDefined();
  await userEvent.click(within(empty).getByRole("button", { name: "Remove Blocked" }));
  await screen.findByText("WINT-001");
  expect(address()).toBe("/admin/table-pins?query=wint&batch=winter");
  expect(screen.getByRole("button", { name: "Clear all" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Remove PIN batch “winter”" }));
  await waitFor(() => expect(address()).toBe("/admin/table-pins?query=wint"));
  expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
});

test("the range is that of the shown rows while the next page is being loaded", async () => {
  let answer = (_: Response) => {};
  const second = new Promise<Response>((resolve) => (answer = resolve));
  openPins("", {
    "/api/admin/table/pins": ({ url }) => (new URL(url).searchParams.get("page") === "2" ? second : page(1)),
  });
  await screen.findByText("Showing 1 to 10 of 1,030 entries");
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  await screen.findByText("Loading");
  expect(screen.getByText("Showing 1 to 10 of 1,030 entries")).toBeDefined();
  answer(page(2));
  await screen.findByText("Showing 11 to 20 of 1,030 entries");
});

test("the next page begins at the top of the table, also from below a long page", async () => {
  openPins("?limit=100");
  await screen.findByText("WINT-001");
  const scrolled = jest.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => undefined);
  const place = jest.spyOn(Element.prototype, "getBoundingClientRect");
  place.mockReturnValue({ ...document.body.getBoundingClientRect(), top: -4000 });
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  await screen.findByText("WINT-002");
  const [element] = scrolled.mock.contexts as Element[];
  expect(element?.className).toBe("o-table-messages");
  jest.restoreAllMocks();
});

test("a PIN has its former status again when neither its deactivation nor the table's answer comes back", async () => {
  let cut = false;
  openPins("", {
    "/api/admin/table/pins": () => (cut ? Response.error() : page(1)),
    "/api/admin/update-pin-status": () => {
      cut = true;
      return Response.error();
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Deactivate WINT-001" }));
  await userEvent.type(await screen.findByLabelText("Comment"), "lost");
  await userEvent.click(screen.getByRole("button", { name: "Deactivate" }));
  await waitFor(() => expect(cut).toBe(true));
  await waitFor(() => expect(screen.queryByText("Blocked")).toBeNull());
  expect(screen.getAllByText("WINT-001")).not.toEqual([]);
});

test("after a session that ended under an open dialog, sign-in says that the PIN was not deactivated", async () => {
  openPins("", { "/api/admin/update-pin-status": () => expired() });
  await userEvent.click(await screen.findByRole("button", { name: "Deactivate WINT-001" }));
  await userEvent.type(await screen.findByLabelText("Comment"), "lost");
  await userEvent.click(screen.getByRole("button", { name: "Deactivate" }));
  await screen.findByText(/^Your session has ended.* Not done: the deactivation of WINT-001\.$/);
});

const similar = { ...newPinRow, id: 2, pin: "ABCD-124" };
const line = "No PIN contains “ABCD-125”. Similar PINs:";

test("the Pins table says that its rows are similar PINs, and that all of them are chosen", async () => {
  openPins("?query=ABCD-125", {
    "/api/admin/table/pins": ({ url }) =>
      url.includes("ABCD-125") ? pageOf([similar], { count: 2, similar: true }) : pageOf([]),
  });
  expect((await screen.findByText(line)).getAttribute("role")).toBe("status");
  await userEvent.click(await screen.findByRole("button", { name: /^Choose all 2 PINs similar to/ }));
  expect(screen.getByText("All 2 PINs similar to this search chosen")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove “ABCD-125”" }));
  await screen.findByText(/There are no PINs yet/);
  expect(screen.queryByText(line)).toBeNull();
});

test("the Users Table says that its rows have similar PINs", async () => {
  const answer = pageOf([], { similar: true });
  openBackOffice("/admin/table-users?query=ABCD-125", { "/api/admin/table/users": answer });
  await screen.findByText(line);
});

const when = /11\/\d\d\/26 \d\d:\d\d:00 [ap]m/;

const blocked: PinRow = {
  ...newPinRow,
  id: 2,
  pin: "AAAA-002",
  email: "anna@example.com",
  userId: 9,
  blocked: true,
  registeredAt: "2026-11-20T12:00:00.000Z",
  comment: deactivation.comment,
  pinDeactivationComments: [deactivation],
  statusChange: deactivation,
};
const activeAgain: PinRow = {
  ...blocked,
  id: 3,
  pin: "AAAA-003",
  status: true,
  blocked: false,
  countDevices: 6,
  statusChange: { ...deactivation, comment: "found in a drawer", blocked: false },
};

const openRows = async () => {
  openPins("", { "/api/admin/table/pins": pageOf([newPinRow, blocked, activeAgain]) });
  await screen.findByRole("button", { name: "Activate AAAA-002" });
};
const row = (pin: string) => within(screen.getByRole("row", { name: new RegExp(pin) }));
const descriptionOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent?.replace(when, "…");

test("a deactivated PIN has the badge Blocked next to its status, and one that was never registered has none", async () => {
  await openRows();
  expect(row("AAAA-001").getByText("Not Registered")).toBeDefined();
  expect(row("AAAA-001").queryByText("Blocked")).toBeNull();
  expect(row("AAAA-001").queryByRole("button", { name: /Not Registered/ })).toBeNull();
  const status = row("AAAA-002").getByRole("button", { name: "Not Registered Blocked" });
  expect(descriptionOf(status)).toBe("Deactivated by ann@ornament.test (IT Admin) on …: Reported stolen");
});

test("the comment of a PIN that is active again is marked as earlier and says who activated it", async () => {
  await openRows();
  const comment = row("AAAA-003").getByRole("button", { name: /^Earlier: ?Reported stolen$/ });
  expect(descriptionOf(comment)).toBe(
    "Earlier: Reported stolen – Activated again by ann@ornament.test (IT Admin) on …: found in a drawer",
  );
  expect(row("AAAA-003").getByText("Registered")).toBeDefined();
  expect(row("AAAA-003").queryByText("Blocked")).toBeNull();
});

test("devices over the limit are named in words and not by colour alone", async () => {
  await openRows();
  expect(row("AAAA-003").getByText(/Used 6 of 5/).textContent).toContain("over the limit");
  expect(row("AAAA-002").getByText(/Used 0 of 5/).textContent).not.toContain("over the limit");
});
