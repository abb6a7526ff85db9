import { afterEach, expect, jest, test } from "@jest/globals";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { offlineError } from "../../app/calls/api-error.ts";
import { LoadFailure, RefreshFailure, thingOf } from "./loaded.tsx";

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const refused = (status: number, retryAfter?: number) => ({
  status,
  code: "x",
  message: `Refused with ${status}`,
  errors: [],
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

type Failed = { error: unknown; refetch: () => unknown };
const LoadFailed = (query: Failed) => <LoadFailure {...query} wayOut={wayOut} />;
const RefreshFailed = (query: Failed) => <RefreshFailure query={{ ...query, data: [] }} wayOut={wayOut} />;
const wayOut = <button type="button">Clear search</button>;

const show = (error: unknown, Failure = LoadFailed) => {
  const refetch = jest.fn();
  render(
    <MemoryRouter>
      <Failure error={error} refetch={refetch} />
    </MemoryRouter>,
  );
  return refetch;
};
const remedies = () =>
  [...screen.queryAllByRole("button"), ...screen.queryAllByRole("link")].map(
    ({ textContent }) => textContent,
  );

test.each(
  [LoadFailed, RefreshFailed].flatMap((Failure) => [
    { Failure, error: offlineError, remedy: "Try again" },
    ...[500, 408, 429].map((status) => ({ Failure, error: refused(status), remedy: "Try again" })),
    ...[400, 404, 422].map((status) => ({ Failure, error: refused(status), remedy: "Clear search" })),
    { Failure, error: refused(403), remedy: "Go to the Pins table" },
  ]),
)("$Failure.name after status $error.status offers only: $remedy", ({ Failure, error, remedy }) => {
  const refetch = show(error, Failure);
  expect(remedies()).toEqual([remedy]);
  fireEvent.click(screen.getByText(remedy));
  expect(refetch).toHaveBeenCalledTimes(remedy === "Try again" ? 1 : 0);
});

test("a 429 with a wait offers to try again when the wait is over", () => {
  jest.useFakeTimers();
  show(refused(429, 30));
  act(() => jest.advanceTimersByTime(29_000));
  expect(remedies()).toEqual([]);
  act(() => jest.advanceTimersByTime(1_000));
  expect(remedies()).toEqual(["Try again"]);
});

test("a page about one thing shows neither the thing before it nor one that doesn't exist any more", () => {
  const query = { data: "before", refetch: () => undefined };
  expect(thingOf(query)).toBeUndefined();
  expect(thingOf({ ...query, currentData: "open", error: refused(404) })).toBeUndefined();
  expect(thingOf({ ...query, currentData: "open", error: offlineError })).toBe("open");
});
