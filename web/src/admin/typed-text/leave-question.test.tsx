import { beforeEach, expect, test } from "@jest/globals";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { LeaveQuestion, useTypedText } from "./typed-text.tsx";

function Profile() {
  const [text, setText] = useState("");
  useTypedText("PIN name of ABCD-123", text !== "");
  return (
    <>
      <input aria-label="PIN name" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/log">Log</Link>
      <Link to="?page=2">Second page</Link>
    </>
  );
}

let router: ReturnType<typeof createMemoryRouter>;
beforeEach(() => {
  const layout = (
    <>
      <Outlet />
      <LeaveQuestion />
    </>
  );
  const children = [
    { path: "/profile", element: <Profile /> },
    { path: "/log", element: <h1>System action Log</h1> },
  ];
  const history = { initialEntries: ["/log", "/profile"], initialIndex: 1 };
  router = createMemoryRouter([{ element: layout, children }], history);
  render(<RouterProvider router={router} />);
});

const field = () => screen.getByLabelText<HTMLInputElement>("PIN name");
const question = () => screen.findByRole("dialog", { name: "Leave without saving?" });
const follow = (name: string) => userEvent.click(screen.getByRole("link", { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const log = () => screen.findByRole("heading", { name: "System action Log" });

test("a link asks before typed text is lost, names the field, and Stay keeps the text", async () => {
  await userEvent.type(field(), "Fir");
  await follow("Log");
  expect((await question()).textContent).toContain("Not saved yet: PIN name of ABCD-123.");
  await userEvent.click(screen.getByRole("button", { name: "Stay" }));
  await isClosed();
  expect(field().value).toBe("Fir");
  await follow("Log");
  await question();
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  await log();
  await isClosed();
});

test("a page without typed text is left immediately, and a step within the page never asks", async () => {
  await userEvent.type(field(), "Fir");
  await follow("Second page");
  expect(router.state.location.search).toBe("?page=2");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.clear(field());
  await follow("Log");
  await log();
});

test("the browser asks before a tab with typed text is closed, and only then", async () => {
  const closing = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  await userEvent.type(field(), "Fir");
  expect(closing()).toBe(true);
  await userEvent.clear(field());
  expect(closing()).toBe(false);
});

test("Back in the browser asks before typed text is lost", async () => {
  await userEvent.type(field(), "Fir");
  await act(() => router.navigate(-1));
  await question();
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  await log();
  await isClosed();
});
