import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { PinBreak, usePinBreak } from "./pin-break.tsx";

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers({ now: new Date("2026-12-01T12:00:00Z") });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function Example({ userId }: { userId: number }) {
  const { secondsLeft, begin } = usePinBreak(userId);
  return (
    <>
      <PinBreak secondsLeft={secondsLeft} />
      <button type="button" disabled={secondsLeft > 0} onClick={() => begin(900)}>
        Enter
      </button>
    </>
  );
}
const open = (userId = 7) =>
  render(
    <MemoryRouter>
      <Example userId={userId} />
    </MemoryRouter>,
  );
const enter = () => screen.getByRole<HTMLButtonElement>("button", { name: "Enter" });
const said = () => screen.getByRole("status").textContent;
const shown = () => document.querySelector(".o-pin-countdown")?.textContent;
const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));

test("a break counts down each second, its beginning and end are announced once, and the button comes back by itself", () => {
  open();
  expect([shown(), said(), enter().disabled]).toEqual([undefined, "", false]);
  fireEvent.click(enter());
  expect([shown(), enter().disabled]).toEqual(["15:00", true]);
  const beginning = "Too many wrong PINs. Try again in 15 minutes.";
  expect(said()).toBe(beginning);
  pass(28);
  expect([shown(), said()]).toEqual(["14:32", beginning]);
  pass(871);
  expect([shown(), said()]).toEqual(["0:01", beginning]);
  pass(1);
  expect([shown(), said(), enter().disabled]).toEqual([undefined, "You can try again now.", false]);
});

test("a break goes on after a reload, for its account only", () => {
  open();
  fireEvent.click(enter());
  cleanup();
  jest.setSystemTime(new Date("2026-12-01T12:05:00Z"));
  open();
  expect([shown(), said()]).toEqual(["10:00", "Too many wrong PINs. Try again in 10 minutes."]);
  cleanup();
  open(8);
  expect([shown(), enter().disabled]).toEqual([undefined, false]);
});

test("a break that ended while the page slept is over when the page wakes", () => {
  open();
  fireEvent.click(enter());
  jest.setSystemTime(new Date("2026-12-01T13:00:00Z"));
  pass(1);
  expect(enter().disabled).toBe(false);
});
