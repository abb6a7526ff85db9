import { expect, test } from "@jest/globals";
import type { SignInHelp } from "@ornament/contracts/sign-in-help/api";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { signInHelp } from "../testing/consumer-profile.ts";
import { auditor, customerSupport, itAdmin, showPart } from "../testing/open-back-office.tsx";
import { AskPanel, ReleaseButton, SignInActs } from "./staff-acts.tsx";

const done = json({ success: true, message: "It was done." });
const at = "2026-11-22T09:00:00.000Z";
const pauses = [{ knownBrowser: false, until: at, failures: 10, ended: false }];
const button = (name: string) => screen.getByRole("button", { name });
const acts = (change: Partial<SignInHelp> = {}) => (
  <SignInActs help={{ ...signInHelp, pauses, ...change }} consumerId={7} />
);
const pin = { id: 9, pin: "AB12-CD3", userId: 7, countDevices: 2 };
const pinActs = (
  <>
    <ReleaseButton pin={pin} />
    <AskPanel profile={{ id: 7, email: "p@example.com", pins: { rows: [pin] } }} />
  </>
);
/** Waits until it is known who is signed in. */
const isShown = ({ store }: ReturnType<typeof showPart>) =>
  waitFor(() => expect(store.getState().session.status).toBe("signed-in"));

test.each([
  ["End the pause…", "End the pause", "/api/admin/end-sign-in-pause"],
  ["Send a reset code…", "Send the code", "/api/admin/send-reset-code"],
])("Customer support presses %s and sends a reason", async (open, act, path) => {
  const { sent } = showPart(acts(), { [path]: done }, customerSupport);
  await userEvent.click(await screen.findByRole("button", { name: open }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/The reason is kept forever/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText("Reason"), "x");
  await userEvent.click(button(act));
  await userEvent.type(dialog.getByLabelText("Reason"), "y");
  await userEvent.click(button(act));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("It was done.")).toBeDefined();
  expect(await sent(path)).toEqual([{ id: 7, reason: "xy" }]);
});

test("acts without a use are not offered: no pause lasts, and the email isn't confirmed", async () => {
  await isShown(showPart(acts({ pauses: [], readySince: null })));
  expect(screen.queryByRole("button")).toBeNull();
});

test("an Auditor is offered no act on a consumer", async () => {
  await isShown(showPart([acts(), pinActs], {}, auditor));
  expect(screen.queryByRole("button")).toBeNull();
});

test("an IT Admin releases a PIN after having read what that does", async () => {
  const path = "/api/admin/release-pin";
  const { sent } = showPart(<ReleaseButton pin={pin} />, { [path]: done }, itAdmin);
  await userEvent.click(await screen.findByRole("button", { name: "Release AB12-CD3" }));
  await screen.findByRole("dialog", { name: "Release AB12-CD3 from its owner?" });
  expect(screen.getByText(/Its 2 devices are forgotten/)).toBeDefined();
  await userEvent.keyboard("Bought second-hand");
  await userEvent.click(button("Release"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await sent(path)).toEqual([{ id: 9, userId: 7, reason: "Bought second-hand" }]);
});

test("Customer support can't release a PIN and asks an IT Admin to do it", async () => {
  const path = "/api/admin/ask-it-admin";
  const { sent } = showPart(pinActs, { [path]: done }, customerSupport);
  await userEvent.click(await screen.findByRole("button", { name: "Ask an IT Admin…" }));
  expect(screen.queryByRole("button", { name: /^Release/ })).toBeNull();
  await userEvent.selectOptions(await screen.findByLabelText("Act"), "Release the PIN AB12-CD3");
  await userEvent.type(screen.getByLabelText("Reason"), "Bought second-hand");
  await userEvent.click(button("Ask"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const asked = { id: 7, act: "release-pin", pinId: 9, reason: "Bought second-hand" };
  expect(await sent(path)).toEqual([asked]);
});
