import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { PlayerRedirect, type PlayerRedirectProps } from "./player-redirect.tsx";

/** A link within the page, because jsdom opens no other page. */
const player = "#player";

let connected: boolean;
let asked: number;

beforeEach(() => {
  sessionStorage.clear();
  window.location.hash = "";
  jest.useFakeTimers();
  connected = true;
  asked = 0;
  jest.spyOn(navigator, "onLine", "get").mockImplementation(() => connected);
  globalThis.fetch = async () => {
    asked++;
    if (!connected) throw new TypeError("Failed to fetch");
    return { ok: true } as Response;
  };
});
afterEach(() => void jest.useRealTimers());

const show = (props: Partial<PlayerRedirectProps> = {}) =>
  render(
    <StrictMode>
      <PlayerRedirect link={player} afterMs={4000} {...props} />
    </StrictMode>,
  );
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const opened = () => window.location.hash === player;
const saysNoConnection = () => expect(screen.getByRole("status").textContent).toMatch(/^No connection\./);

test("the player opens when the time is over, and not before", async () => {
  show({ visit: "one" });
  await wait(3900);
  expect(opened()).toBe(false);
  await wait(200);
  expect(opened()).toBe(true);
});

test("the player opens by itself once for each visit of the screen, also after a reload", async () => {
  show({ visit: "one" });
  await wait(4100);
  window.location.hash = "";
  cleanup();
  show({ visit: "one" });
  expect(screen.queryByRole("button", { name: "Stay here" })).toBeNull();
  await wait(60_000);
  expect(opened()).toBe(false);
});

test.each<[string, Partial<PlayerRedirectProps>, () => unknown]>([
  ["the browser keeps the page while the player is open", {}, () => fireEvent(window, new Event("pagehide"))],
  ["a key is pressed", {}, () => fireEvent.keyDown(document.body, { key: "Tab" })],
  ["the consumer has begun something else on the screen", { stopped: true }, () => true],
])("the timer stops when %s", async (_what, props, happens) => {
  show(props);
  await wait(1000);
  happens();
  await wait(60_000);
  expect(opened()).toBe(false);
});

test("a key that is still held down from the screen before doesn't stop the timer", () => {
  show();
  fireEvent.keyDown(document.body, { key: "Enter", repeat: true });
  expect(screen.queryByRole("button", { name: "Stay here" })).not.toBeNull();
});

test("without a connection the player doesn't open; it opens by itself when the connection is back", async () => {
  show({ visit: "one" });
  connected = false;
  await wait(4100);
  saysNoConnection();
  await wait(60_000);
  expect(opened()).toBe(false);
  connected = true;
  fireEvent(window, new Event("online"));
  await wait(0);
  expect(opened()).toBe(true);
});

test("a connection that comes back without a sign of the browser is noticed within seconds", async () => {
  show();
  // The device has a network, but the network has no connection.
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  connected = false;
  await wait(4100);
  saysNoConnection();
  connected = true;
  await wait(5100);
  expect(opened()).toBe(true);
});

test("a server that doesn't answer counts as no connection after a few seconds", async () => {
  globalThis.fetch = () => new Promise(() => {});
  show();
  await wait(8100);
  saysNoConnection();
});

test("the link doesn't leave the page without a connection, and opens the player when it is back", async () => {
  show({ stopped: true });
  connected = false;
  expect(fireEvent.click(screen.getByRole("link", { name: "Watch now" }))).toBe(false);
  await wait(10_000);
  expect(opened()).toBe(false);
  connected = true;
  await wait(5100);
  expect(opened()).toBe(true);
});

test("right after an answer of the server the player opens immediately, without asking the server again", async () => {
  show({ afterMs: 0 });
  expect(screen.queryByRole("button", { name: "Stay here" })).toBeNull();
  await wait(0);
  expect(opened()).toBe(true);
  expect(asked).toBe(0);
});

test("the button Stay here stops the timer, and the focus moves to the link", async () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Stay here" }));
  await wait(60_000);
  expect(opened()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Watch now" }));
  expect(screen.getByRole("status").textContent).toBe("Continue when you are ready.");
});
