import { expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { auditor, customerSupport, itAdmin, openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import {
  asOf,
  filling,
  oneOfEach,
  repeatingInstants,
  sundayNoon,
  sundayNoonText,
  thatSunday,
} from "../testing/screens.ts";

const pinsPath = "/api/admin/table/pins";

const open = (address: string, answers: Answers = {}, admin = auditor) =>
  openBackOffice(address, { ...repeatingInstants(oneOfEach), ...answers }, admin);
const livePins = () => (oneOfEach[pinsPath] as Response).clone();

/** Answers the Pins table with a row that differs at an instant. */
const pinsThatChange = (present: object, former: object) => async (request: Request) => {
  const body = await livePins().json();
  const at = asOf(request);
  const rows = [{ ...body.rows[0], ...(at === null ? present : former) }];
  return json({ ...body, rows }, 200, at === null ? {} : { "X-As-Of": at });
};

const banner = () => screen.findByRole("region", { name: "As it stood" });
const noBanner = () => expect(screen.queryByRole("region", { name: "As it stood" })).toBeNull();
// The address may break before the @.
const samsEmail = /sam ?@example.com/;
const row = (name: RegExp) => screen.findByRole("row", { name });
const button = (name: string) => screen.getByRole("button", { name });
const field = () => screen.getByLabelText<HTMLInputElement>(/^As it stood at \(/);
const openMore = () => userEvent.click(button("More"));
const at = new URLSearchParams(thatSunday).toString();

test("the calls send the instant of the URL and not the position of the last change", async () => {
  sessionStorage.setItem("position.admin", "77");
  const { to } = open(`/admin/table-pins${thatSunday}`);
  await row(/ABCD-123/);
  expect(to(pinsPath).map(asOf)).toEqual([sundayNoon]);
  expect(to("/api/admin/pin-batches").map(asOf)).toEqual([sundayNoon]);
  expect(to(pinsPath).map(({ headers }) => headers.has("X-Read-After"))).toEqual([false]);
});

test("the banner names the day, the time and the zone, and the browser's tab names the time", async () => {
  open(`/admin/table-pins${thatSunday}`);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect((await banner()).textContent).toContain(`As it stood on Sun ${sundayNoonText} (${timeZone}).`);
  await waitFor(() => expect(document.title).toMatch(`Pins Table as of ${sundayNoonText} – `));
});

test("Now shows the present rows, never those of the instant, and the heading takes the focus", async () => {
  const pins = pinsThatChange({ pin: "LIVE-111" }, { pin: "PAST-222" });
  const { address } = open(`/admin/table-pins?${at}&filter=blocked`, { [pinsPath]: pins });
  await row(/PAST-222/);
  await userEvent.click(within(await banner()).getByRole("button", { name: "Now" }));
  await row(/LIVE-111/);
  expect(screen.queryByText("PAST-222")).toBeNull();
  expect(address()).toBe("/admin/table-pins?filter=blocked");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  noBanner();
});

test("an undo that is pressed on a screen as it stood changes none of its rows", async () => {
  let sent = 0;
  const answers: Answers = {
    [pinsPath]: pinsThatChange({ blocked: false }, { blocked: true }),
    "/api/admin/update-pin-status": () =>
      sent++ === 0 ? json({ success: true, message: "Saved", version: "8" }) : new Promise(() => {}),
  };
  const { router } = open("/admin/table-pins", answers, itAdmin);
  await userEvent.click(await screen.findByRole("button", { name: "Deactivate ABCD-123" }));
  await userEvent.type(await screen.findByLabelText("Comment"), "lost");
  await userEvent.click(button("Deactivate"));
  await screen.findByRole("button", { name: "Undo" });
  await act(() => router.navigate(`/admin/table-pins${thatSunday}`));
  await row(/ABCD-123.*Blocked/);
  await userEvent.click(button("Undo"));
  await waitFor(() => expect(sent).toBe(2));
  await row(/ABCD-123.*Blocked/);
});

test("an answer without the instant is not shown, because it is the present state", async () => {
  open(`/admin/table-pins${thatSunday}`, { [pinsPath]: livePins });
  await screen.findByText(/The server answered with the state of another time/);
  expect(screen.queryByText("ABCD-123")).toBeNull();
});

test("a URL with another text than an instant shows the present and says why", async () => {
  const { address } = open("/admin/table-pins?at=tuesday&filter=blocked");
  await screen.findByText(/The time in this address can't be read/);
  expect(address()).toBe("/admin/table-pins?filter=blocked");
  noBanner();
});

test.each([
  ["", "Enter a date and a time."],
  ["2999-01-01T00:00", "This time is in the future. Enter an earlier one."],
])("the minute “%s” is refused at the field", async (minute, message) => {
  const { address } = open("/admin/table-users");
  await row(samsEmail);
  await openMore();
  await userEvent.click(button("As it stood at…"));
  fireEvent.change(field(), { target: { value: minute } });
  await userEvent.click(button("Show"));
  await screen.findByText(message);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field());
  expect(address()).toBe("/admin/table-users");
});

test("Escape closes the choice and returns the focus to its button in the open menu", async () => {
  open("/admin/table-pins");
  await row(/ABCD-123/);
  await openMore();
  await userEvent.click(button("As it stood at…"));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button("As it stood at…")));
  expect(button("More").getAttribute("aria-expanded")).toBe("true");
});

test("the System action log has no choice of an instant and doesn't send one", async () => {
  const logPath = "/api/admin/action-logs";
  const { to } = open(`/admin/log${thatSunday}`, { [logPath]: pageOf([]) });
  await screen.findByRole("heading", { level: 1, name: "System action log" });
  await waitFor(() => expect(to(logPath).length).toBeGreaterThan(0));
  expect(to(logPath).map(asOf)).toEqual(to(logPath).map(() => null));
  await openMore();
  expect(screen.queryByRole("button", { name: "As it stood at…" })).toBeNull();
  noBanner();
});

test("the percentage is shown without an error until the rows are there", async () => {
  let release = () => {};
  const prepared = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  open(`/admin/table-pins${thatSunday}`, {
    [pinsPath]: async () => {
      asked++;
      if (asked === 1) return filling(40);
      await prepared;
      const answer = livePins();
      answer.headers.set("X-As-Of", sundayNoon);
      return answer;
    },
  });
  const progress = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Prepared" });
  expect(progress.value).toBe(40);
  expect((await banner()).textContent).toContain("This state is being prepared.");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByText(/Please try again/)).toBeNull();
  release();
  await row(/ABCD-123/);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(asked).toBe(2);
});

test("a screen that was left asks no more for the former state", async () => {
  const { to, router } = open(`/admin/table-pins${thatSunday}`, {
    [pinsPath]: (request) => (asOf(request) ? filling(1) : livePins()),
  });
  await screen.findByRole("progressbar");
  await userEvent.click(within(await banner()).getByRole("button", { name: "Now" }));
  await row(/ABCD-123/);
  const asked = to(pinsPath).length;
  await act(() => router.navigate("/admin/table-users"));
  await row(samsEmail);
  expect(to(pinsPath)).toHaveLength(asked);
});

test.each([
  ["past_tables_refused", 507, "The tables of that time can’t be shown: there is too little memory."],
  ["instant_in_future", 400, "This time is in the future. Please choose an earlier one."],
  ["forbidden", 403, "Your role does not allow this."],
])("the refusal %s replaces the screen and leads back to Now", async (code, status, message) => {
  const path = "/api/admin/user-profile/7";
  const { address } = open(`/admin/user-profile/7${thatSunday}`, {
    [path]: (request) =>
      asOf(request) ? refusal(status, code, message) : (oneOfEach[path] as Response).clone(),
  });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(message);
  await userEvent.click(within(alert).getByRole("button", { name: "Show the screen as it is now" }));
  await screen.findByRole("heading", { level: 1, name: samsEmail });
  expect(screen.queryByText(message)).toBeNull();
  expect(address()).toBe("/admin/user-profile/7");
});

test("Try again asks once more after a refusal", async () => {
  let asked = 0;
  const refused = refusal(507, "past_tables_refused", "Too full.");
  const pins = repeatingInstants(oneOfEach)[pinsPath] as (request: Request) => Promise<Response>;
  const answer = (request: Request) => (++asked === 1 ? refused : pins(request));
  open(`/admin/table-pins${thatSunday}`, { [pinsPath]: answer });
  await screen.findByText("Too full.");
  await userEvent.click(button("Try again"));
  await row(/ABCD-123/);
  expect(screen.queryByText("Too full.")).toBeNull();
});

test("a consumer that didn't exist yet is missing at that time", async () => {
  const missing = refusal(404, "consumer_not_found", "No.");
  open(`/admin/user-profile/7${thatSunday}`, { "/api/admin/user-profile/7": missing });
  await screen.findByText("This didn’t exist at that time.");
});

test("a typed minute opens the screen as it stood when that minute began", async () => {
  const { address } = open("/admin/table-pins?filter=blocked");
  await row(/ABCD-123/);
  await openMore();
  await userEvent.click(button("As it stood at…"));
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: "2024-11-24T12:00" } });
  await userEvent.keyboard("{Enter}");
  await banner();
  expect(address()).toBe(`/admin/table-pins?filter=blocked&${at}`);
});

test("Customer support with the URL of an instant sees the present, who may see former states, and no choice of an instant", async () => {
  const { address, to } = open(`/admin/table-users${thatSunday}`, {}, customerSupport);
  await screen.findByText("Only IT Admins and Auditors can open “Tables as they stood”.");
  await row(/ABCD-123/);
  expect(address()).toBe("/admin/table-pins");
  expect(to(pinsPath).map(asOf)).toEqual([null]);
  noBanner();
  expect(screen.queryByRole("button", { name: "As it stood at…" })).toBeNull();
  // Every entry of the menu is for those who may see former states.
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
});
