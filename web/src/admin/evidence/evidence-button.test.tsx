import { afterEach, expect, jest, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json, refusal } from "../../app/testing/fake-server.ts";
import { savedFiles } from "../../app/testing/shown.ts";
import { InstantContext } from "../instant/shown-instant.tsx";
import { auditor, customerSupport, showPart } from "../testing/open-back-office.tsx";
import { filling, sundayNoon } from "../testing/screens.ts";
import { EvidenceButton } from "./evidence-button.tsx";

const path = "/api/admin/log/evidence";
const name = "Evidence file about TREE-001";
const button = <EvidenceButton subject="pin-TREE001" of="TREE-001" />;

afterEach(() => void jest.restoreAllMocks());

const file = () =>
  new Response("{}", {
    headers: { "Content-Disposition": `attachment; filename="evidence-pin-TREE001-2026-11-27.json"` },
  });

test("while the evidence file is prepared its part is shown, and the button asks for no second one", async () => {
  const saved = savedFiles();
  let answer: (given: Response) => void = () => undefined;
  const answers = [Promise.resolve(filling(40)), new Promise<Response>((resolve) => (answer = resolve))];
  const { to } = showPart(button, { [path]: async () => (await answers.shift()) ?? json({}, 500) }, auditor);
  await userEvent.click(await screen.findByRole("button", { name }));
  const progress = await screen.findByRole("progressbar", { name: "The evidence file" });
  expect(progress.getAttribute("value")).toBe("40");
  await waitFor(() => expect(to(path)).toHaveLength(2));
  await userEvent.click(screen.getByRole("button", { name }));
  answer(file());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(to(path)).toHaveLength(2);
});

test("an evidence file that can't be made says why, and can be asked for again", async () => {
  const saved = savedFiles();
  const message = "The evidence file can’t be made: it is too large.";
  const answers = [refusal(507, "past_tables_refused", message), file()];
  showPart(button, { [path]: () => answers.shift() ?? json({}, 500) }, auditor);
  await userEvent.click(await screen.findByRole("button", { name }));
  await screen.findByText(message);
  await userEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(screen.queryByText(message)).toBeNull();
});

test("Customer support has no button for the evidence file, and nobody has it at an instant", async () => {
  const shown = { at: sundayNoon, show: () => undefined, retry: () => undefined };
  const past = <InstantContext value={shown}>{button}</InstantContext>;
  for (const [part, admin] of [
    [button, customerSupport],
    [past, auditor],
  ] as const) {
    const { store } = showPart(part, {}, admin);
    await waitFor(() => expect(store.getState().session.status).toBe("signed-in"));
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});
