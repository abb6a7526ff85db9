import { beforeEach, expect, test } from "@jest/globals";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { chunk } from "../loading/chunk.ts";
import { notLoaded } from "../loading/not-loaded.ts";
import { loadLater, useDialogCode } from "./load-later.tsx";

let connected: boolean;

beforeEach(() => {
  connected = true;
  notLoaded.set(undefined);
  globalThis.fetch = async () => {
    if (!connected) throw new TypeError("Failed to fetch");
    return { ok: true } as Response;
  };
});

/** The code of a part that greets, which can't be loaded without a connection. */
const greeting = () =>
  chunk(async () => {
    if (!connected) throw new TypeError("Failed to fetch dynamically imported module");
    return ({ to }: { to: string }) => <p>Hello {to}</p>;
  });

test("a part that is loaded when it is shown gets its properties", async () => {
  const Greeting = loadLater(greeting(), <p>Loading</p>);
  render(<Greeting to="Robin" />);
  screen.getByText("Loading");
  await screen.findByText("Hello Robin");
});

test("a part that can't be loaded is replaced by a message, and shows when tried again", async () => {
  connected = false;
  const Greeting = loadLater(greeting(), <p>Loading</p>);
  render(<Greeting to="Robin" />);
  expect((await screen.findByRole("alert")).textContent).toContain("No connection");
  connected = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Hello Robin");
});

test("a dialog that can't be loaded closes, and opens when tried again", async () => {
  const part = greeting();
  function Opener() {
    const [wanted, setWanted] = useState(false);
    const Dialog = useDialogCode(part, wanted, {
      giveUp: () => setWanted(false),
      tryAgain: () => setWanted(true),
    });
    return (
      <>
        <button type="button" onClick={() => setWanted(true)}>
          Open
        </button>
        <p>{wanted ? "wanted" : "not wanted"}</p>
        {wanted && Dialog && <Dialog to="Robin" />}
      </>
    );
  }
  connected = false;
  render(<Opener />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(notLoaded.get()).toBeDefined());
  screen.getByText("not wanted");
  connected = true;
  act(() => notLoaded.get()?.tryAgain());
  await screen.findByText("Hello Robin");
});
