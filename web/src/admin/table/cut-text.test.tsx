import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { CutText } from "./cut-text.tsx";

/** The window has no layout here, so the test says how wide the texts and their cells are. */
let textWidth: number;
let resized: () => void;

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 100 });
  Object.defineProperty(HTMLElement.prototype, "scrollWidth", { configurable: true, get: () => textWidth });
  const observed = new Set<Element>();
  globalThis.ResizeObserver = class implements ResizeObserver {
    readonly #call: ResizeObserverCallback;
    constructor(call: ResizeObserverCallback) {
      this.#call = call;
      const entries = () => [...observed].map((target) => ({ target }) as ResizeObserverEntry);
      resized = () => act(() => this.#call(entries(), this));
    }
    observe = (element: Element) => void observed.add(element);
    unobserve = (element: Element) => void observed.delete(element);
    disconnect = () => observed.clear();
  };
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
  Reflect.deleteProperty(HTMLElement.prototype, "scrollWidth");
});

test("a text is a Tab stop only while its column is too narrow", () => {
  textWidth = 80;
  render(<CutText text="Winter 2026" />);
  expect(screen.queryByRole("button")).toBeNull();
  textWidth = 180;
  resized();
  expect(screen.getByRole("button", { name: "Winter 2026" }).tabIndex).toBe(0);
  textWidth = 80;
  resized();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("Winter 2026")).toBeDefined();
});

test("a longer text in a column of the same width is measured again", () => {
  textWidth = 80;
  const { rerender } = render(<CutText text="short" />);
  textWidth = 180;
  rerender(<CutText text="a text that is much longer" />);
  expect(screen.getByRole("button", { name: "a text that is much longer" })).toBeDefined();
});

test("a link that is cut off stays one Tab stop", () => {
  textWidth = 180;
  render(
    <MemoryRouter>
      <CutText text="anna@example.com" to="/admin/user-profile/1" />
    </MemoryRouter>,
  );
  const link = screen.getByRole("link", { name: "anna@example.com" });
  expect(link.getAttribute("href")).toBe("/admin/user-profile/1");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a text with a tip is a button with the tip as its description, whether it is cut off or not", () => {
  textWidth = 80;
  render(<CutText text="lost" tip="Earlier: lost – Activated again" />);
  const button = screen.getByRole("button", { name: "lost" });
  const description = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toBe("Earlier: lost – Activated again");
});
