import { beforeEach, expect, test } from "@jest/globals";
import { act, screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { createMemoryRouter, Link, type RouteObject, RouterProvider, useRouteError } from "react-router";
import { chunk, NoConnection } from "../loading/chunk.ts";
import { notLoaded } from "../loading/not-loaded.ts";
import { ConnectionNotice } from "./connection-notice.tsx";
import { loadLater, useDialogCode } from "./load-later.tsx";
import { screen, screenRouter, useTryAgain } from "./screens.tsx";
import { LoadingLine } from "./sign-of-life.tsx";

let connected: boolean;
let form: Promise<void> | undefined;

beforeEach(() => {
  connected = true;
  form = undefined;
  notLoaded.set(undefined);
  globalThis.fetch = async () => {
    if (!connected) throw new TypeError("Failed to fetch");
    return { ok: true } as Response;
  };
});

function Failure() {
  const { tryAgain } = useTryAgain();
  return (
    <main>
      {useRouteError() instanceof NoConnection ? "No page" : "Broken"}
      <button type="button" onClick={tryAgain}>
        Once more
      </button>
    </main>
  );
}

const load = async (Screen: () => ReactNode) => {
  if (!connected) throw new TypeError("Failed to fetch dynamically imported module");
  return Screen;
};
const Form = () => (
  <main>
    <input aria-label="Name" />
    <Link to="/next">Next</Link>
  </main>
);
const Next = () => <main>The next screen</main>;

const routesOf: RouteObject[] = [
  {
    errorElement: <Failure />,
    hydrateFallbackElement: <p>Starting</p>,
    children: [
      { path: "/", ...screen(() => load(Form)) },
      { path: "/next", ...screen(() => Promise.resolve(form).then(() => load(Next))) },
    ],
  },
];

async function open() {
  const router = screenRouter(routesOf, createMemoryRouter);
  await act(async () => {
    render(
      <>
        <LoadingLine router={router} />
        <ConnectionNotice />
        <RouterProvider router={router} />
      </>,
    );
  });
  return router;
}

const next = () => page.getByRole("link", { name: "Next" });
const name = () => page.getByRole<HTMLInputElement>("textbox", { name: "Name" });

test.each([
  ["something else is pressed", () => userEvent.click(name())],
  ["it is closed", () => userEvent.click(page.getByRole("button", { name: "Close" }))],
  ["the connection is back", async () => act(() => void window.dispatchEvent(new Event("online")))],
])("the notice about the connection disappears when %s", async (_when, happens) => {
  await open();
  connected = false;
  await userEvent.click(next());
  await waitFor(() => expect(page.getByRole("alert").textContent).toContain("No connection"));
  await happens();
  expect(page.queryByRole("alert")).toBeNull();
});

/** Follows the link to the next screen, whose code arrives with the returned function. */
async function followSlowly() {
  let arrive = () => {};
  form = new Promise((resolve) => (arrive = resolve));
  await userEvent.click(next());
  return () => act(async () => arrive());
}

test("a screen that loads slowly shows a line and is announced, until it is open", async () => {
  await open();
  const arrive = await followSlowly();
  expect(page.queryByRole("progressbar")).toBeNull();
  await page.findByRole("progressbar", { name: "Loading" });
  expect(page.getByRole("status").textContent).toBe("Loading…");
  await arrive();
  await page.findByText("The next screen");
  expect(page.queryByRole("progressbar")).toBeNull();
  expect(page.getByRole("status").textContent).toBe("");
});

test("a person who opens another screen while one loads sees nothing of its failure", async () => {
  const router = await open();
  const arrive = await followSlowly();
  await act(() => router.navigate("/?elsewhere"));
  connected = false;
  await arrive();
  expect(name()).toBeDefined();
  expect(router.state.location.search).toBe("?elsewhere");
  expect(page.queryByRole("alert")).toBeNull();
});

/** The code of a part that greets, which can't be loaded without a connection. */
const greeting = () =>
  chunk(async () => {
    if (!connected) throw new TypeError("Failed to fetch dynamically imported module");
    return ({ to }: { to: string }) => <p>Hello {to}</p>;
  });

test("a part that can't be loaded is replaced by a message, and shows when tried again", async () => {
  connected = false;
  const Greeting = loadLater(greeting(), <p>Loading</p>);
  render(<Greeting to="Robin" />);
  page.getByText("Loading");
  expect((await page.findByRole("alert")).textContent).toContain("No connection");
  connected = true;
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await page.findByText("Hello Robin");
});

test("a dialog that can't be loaded closes, and opens when tried again", async () => {
  const part = greeting();
  function Opener() {
    const [wanted, setWanted] = useState(false);
    const [giveUp, tryAgain] = [() => setWanted(false), () => setWanted(true)];
    const Dialog = useDialogCode(part, wanted, { giveUp, tryAgain });
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
  await userEvent.click(page.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(notLoaded.get()).toBeDefined());
  page.getByText("not wanted");
  connected = true;
  act(() => notLoaded.get()?.tryAgain());
  await page.findByText("Hello Robin");
});
