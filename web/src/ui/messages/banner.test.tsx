import { expect, jest, test } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "../form-fields/error-summary.tsx";
import { TextField } from "../form-fields/text-field.tsx";
import { Banner } from "./banner.tsx";
import { ContactProvider } from "./contact-offer.tsx";

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
  jest.useFakeTimers();
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
  jest.useRealTimers();
});

const contact = <a href="mailto:help@example.com">help@example.com</a>;
const show = (children: ReactNode) => render(<ContactProvider value={contact}>{children}</ContactProvider>);
const offers = () => screen.queryAllByRole("link", { name: "help@example.com" }).length;

test.each([
  ["Too many emails were requested from your network. Please try again in 2 minutes.", 1],
  ["There is no space left to save this. Nothing was saved. Please try again in one hour.", 1],
  ["We could not confirm that you are human. Please try again, or contact us.", 1],
  ["We are very busy right now. Please try again in 2 seconds.", 0],
  ["No connection. Please check your internet and try again.", 0],
])("an error banner that says %p shows the contact %d times", (message, times) => {
  show(<Banner tone="error">{message}</Banner>);
  expect(offers()).toBe(times);
});

test("a message that isn't an error shows no contact", () => {
  show(<Banner tone="notice">Please try again in 2 minutes, or contact us.</Banner>);
  expect(offers()).toBe(0);
});

test("an app without a contact, such as the back office, shows none", () => {
  render(<Banner tone="error">Please try again in 2 minutes.</Banner>);
  expect(screen.queryByRole("link")).toBeNull();
});

test("a list of errors shows the contact once, for its title or an error of the form as a whole", () => {
  const errors = [{ message: "Please contact us." }, { message: "Try again in 3 minutes." }];
  show(<ErrorSummary errors={errors} attempt={1} />);
  expect(offers()).toBe(1);
});

test("a field whose error says to contact us shows the contact next to it", () => {
  show(<TextField label="PIN" value="" onChange={() => undefined} error="Please check it, or contact us." />);
  expect(offers()).toBe(1);
});
