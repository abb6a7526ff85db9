import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, render } from "@testing-library/react";
import { Banner } from "./banner.tsx";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a banner whose parts are all absent shows nothing", () => {
  const { container } = render(
    <Banner tone="notice">
      {false}
      {false}
    </Banner>,
  );
  expect(container.querySelector(".alert")).toBeNull();
});

test("a second message in a banner is shown as long as the first was", () => {
  const dismissed = jest.fn();
  const banner = (text: string) => (
    <Banner tone="success" dismissAfterMs={5000} onDismiss={dismissed}>
      {text}
    </Banner>
  );
  const { rerender } = render(banner("The name was saved."));
  act(() => jest.advanceTimersByTime(4000));
  rerender(banner("The email was saved."));
  act(() => jest.advanceTimersByTime(4000));
  expect(dismissed).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1000));
  expect(dismissed).toHaveBeenCalledTimes(1);
});
