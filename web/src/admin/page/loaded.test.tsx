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
const button = (name: string) => screen.queryByRole("button", { name });

for (const Failure of [LoadFailed, RefreshFailed]) {
  test.each([offlineError, refused(500), refused(502), refused(408), refused(429)])(
    `${Failure.name} offers to try again after error %#, which can change`,
    (error) => {
      const refetch = show(error, Failure);
      expect(button("Clear search")).toBeNull();
      fireEvent.click(screen.getByRole("button", { name: "Try again" }));
      expect(refetch).toHaveBeenCalledTimes(1);
    },
  );

  test.each([400, 404, 422])(
    `${Failure.name} offers the way out after %d, because the same call would be refused again`,
    (status) => {
      show(refused(status), Failure);
      expect(button("Try again")).toBeNull();
      expect(button("Clear search")).not.toBeNull();
    },
  );

  test(`${Failure.name} leads to the Pins table after 403`, () => {
    show(refused(403), Failure);
    expect(button("Try again")).toBeNull();
    const link = screen.getByRole("link", { name: "Go to the Pins table" });
    expect(link.getAttribute("href")).toBe("/admin/table-pins");
  });
}

test("a 429 with a wait offers to try again when the wait is over", () => {
  jest.useFakeTimers();
  show(refused(429, 30));
  act(() => jest.advanceTimersByTime(29_000));
  expect(button("Try again")).toBeNull();
  act(() => jest.advanceTimersByTime(1_000));
  expect(button("Try again")).not.toBeNull();
});

test("a page about one thing shows neither the thing before it nor one that doesn't exist any more", () => {
  const query = { data: "before", refetch: () => undefined };
  expect(thingOf(query)).toBeUndefined();
  expect(thingOf({ ...query, currentData: "open", error: refused(404) })).toBeUndefined();
  expect(thingOf({ ...query, currentData: "open", error: offlineError })).toBe("open");
});
