/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { PlayerRedirect, type PlayerRedirectProps } from "./player-redirect.tsx";

/** A link within the page, because jsdom opens no other page. */
const player = "#player";

beforeEach(() => {
  sessionStorage.clear();
  window.location.hash = "";
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const show = (props: Partial<PlayerRedirectProps> = {}) =>
  render(
    <StrictMode>
      <PlayerRedirect link={player} afterMs={4000} {...props} />
    </StrictMode>,
  );
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const opened = () => window.location.hash === player;

test("the player opens when the time is over, and not before", () => {
  show({ visit: "one" });
  wait(3900);
  expect(opened()).toBe(false);
  wait(200);
  expect(opened()).toBe(true);
});

test("a visit that Back or a reload opens again doesn't open the player again", () => {
  show({ visit: "one" });
  wait(4100);
  cleanup();
  window.location.hash = "";
  show({ visit: "one" });
  wait(60_000);
  expect(opened()).toBe(false);
  expect(screen.getByRole("link", { name: "Watch now" }).getAttribute("href")).toBe(player);
  expect(screen.queryByRole("button", { name: "Stay here" })).toBeNull();
});

test("another visit opens the player, and a screen without a visit opens it whenever it is shown", () => {
  for (const props of [{ visit: "one" }, { visit: "two" }, {}, {}]) {
    show(props);
    wait(4100);
    expect(opened()).toBe(true);
    cleanup();
    window.location.hash = "";
  }
});

test("a page that the browser kept while the player was open doesn't continue the timer after Back", () => {
  show({ visit: "one" });
  wait(1000);
  fireEvent(window, new Event("pagehide"));
  wait(60_000);
  expect(opened()).toBe(false);
});

test("the button Stay here stops the timer, and the focus moves to the link", () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Stay here" }));
  wait(60_000);
  expect(opened()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Watch now" }));
  expect(screen.getByRole("status").textContent).toBe("Continue when you are ready.");
});

test("any key stops the timer, but not a key that is still held down from the screen before", () => {
  show();
  fireEvent.keyDown(document.body, { key: "Enter", repeat: true });
  expect(screen.queryByRole("button", { name: "Stay here" })).not.toBeNull();
  fireEvent.keyDown(document.body, { key: "Tab" });
  wait(60_000);
  expect(opened()).toBe(false);
});

test("the timer stops when the consumer has begun something else on the screen", () => {
  show({ stopped: true });
  wait(60_000);
  expect(opened()).toBe(false);
});

test("the remaining time is not announced every second", () => {
  show();
  const said = screen.getByRole("status").textContent;
  wait(3000);
  expect(screen.getByRole("status").textContent).toBe(said);
});
