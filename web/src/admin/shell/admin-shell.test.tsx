import { expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import { type RouteDefinition, showsInstants } from "@ornament/contracts/routes/route";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { savedFiles } from "../../app/testing/shown.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import {
  asOf,
  commandControls,
  oneOfEach,
  repeatingInstants,
  sundayNoon,
  thatSunday,
} from "../testing/screens.ts";
import { sidebarEntriesFor } from "./sidebar.tsx";

const labels = (role: AdminRole) => sidebarEntriesFor(role).map(({ label }) => label);

test.each(["ADMIN", "AUDITOR"] as const)("the role %s sees every entry of the sidebar", (role) =>
  expect(labels(role).join()).toBe("Admins,Consumers,Pins,Settings,System action Log,Read models"),
);

test("Customer support sees neither Admins, Settings nor Read models in the sidebar", () =>
  expect(labels("MEMBER")).toEqual(["Consumers", "Pins", "System action Log"]));

const answers = { ...repeatingInstants(oneOfEach), "/api/admin/action-logs": pageOf([]) };

/** Whether the contract lets a path be read as of an instant. */
const canBeAsOf = (pathname: string) =>
  Object.values<RouteDefinition>(routes).some(
    (route) => new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`).test(pathname) && showsInstants(route),
  );

const screens: [string, () => Promise<unknown>][] = [
  ["table-pins", () => screen.findByRole("row", { name: /ABCD-123/ })],
  ["table-users", () => screen.findByRole("row", { name: /ABCD-123/ })],
  ["table-admins", () => screen.findByRole("row", { name: /Ann/ })],
  ["user-profile/7", () => screen.findByText("Receives no marketing emails")],
  ["pin/ABCD-123", () => screen.findByRole("list", { name: "Devices of ABCD-123" })],
  ["admin-profile/5", () => screen.findByRole("region", { name: "Account" })],
  ["controls", () => screen.findByText("pins.csv")],
];

test.each(screens)("an IT Admin finds no command on the screen %s as it stood", async (path, isShown) => {
  const { requests } = openBackOffice(`/admin/${path}${thatSunday}`, answers);
  await isShown();
  expect(commandControls()).toEqual([]);
  const reads = requests.filter(({ url }) => !/refresh|action-logs/.test(url));
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.map((request) => [request.url, request.method, asOf(request)])).toEqual(
    reads.map(({ url }) => [url, "GET", sundayNoon]),
  );
  const paths = reads.map(({ url }) => new URL(url).pathname);
  expect(paths.filter((path) => !canBeAsOf(path))).toEqual([]);
});

test.each([
  ["table-pins", "Pins"],
  ["pin/ABCD-123", "Pins"],
  ["user-profile/7", "Consumers"],
  ["admin-profile/5", "Admins"],
])("the sidebar marks where the screen %s belongs: %s", async (path, entry) => {
  openBackOffice(`/admin/${path}`, answers);
  const sidebar = within(await screen.findByRole("navigation", { name: "Back office" }));
  const links = sidebar.getAllByRole("link");
  const current = links.filter((link) => link.getAttribute("aria-current") !== "false");
  expect(current.map(({ textContent }) => textContent)).toEqual([entry]);
});

test("typed text isn't lost without a question when an instant is chosen", async () => {
  const { router } = openBackOffice("/admin/user-profile/7", answers);
  await userEvent.click(await screen.findByRole("button", { name: "Edit PIN name of ABCD-123" }));
  await userEvent.type(screen.getByRole("textbox", { name: "PIN name of ABCD-123" }), "!");
  await userEvent.click(screen.getByRole("button", { name: "As it stood at…" }));
  fireEvent.change(screen.getByLabelText(/^As it stood at \(/), { target: { value: "2024-11-24T12:00" } });
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  expect(router.state.location.search).toBe("");
});

test("the history of a PIN as it stood ends with the instant", async () => {
  const { asked } = openBackOffice(`/admin/pin/ABCD-123${thatSunday}`, answers);
  await screen.findByText("Nothing was recorded about it yet.");
  const [log] = asked("/api/admin/action-logs");
  expect(Date.parse(log?.until ?? "") - Date.parse(sundayNoon)).toBe(1);
});

test("a former state isn't read again when the window gets the focus", async () => {
  const { requests } = openBackOffice(`/admin/table-pins${thatSunday}`, answers);
  await screen.findByRole("row", { name: /ABCD-123/ });
  const asked = requests.length;
  act(() => void window.dispatchEvent(new Event("focus")));
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(requests).toHaveLength(asked);
});

test("an exported report is of the instant, and its file names it if the server doesn't", async () => {
  const saved = savedFiles();
  const { to } = openBackOffice(`/admin/table-users${thatSunday}`, {
    ...answers,
    ...repeatingInstants({ "/api/admin/export/users": new Response("Email\r\n") }),
  });
  await screen.findByRole("row", { name: /ABCD-123/ });
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toEqual(["Consumers report as of 11-24-24 12-00 pm.csv"]));
  expect(to("/api/admin/export/users").map(asOf)).toEqual([sundayNoon]);
});
