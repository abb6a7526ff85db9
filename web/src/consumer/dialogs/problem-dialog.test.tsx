import { expect, test } from "@jest/globals";
import type { OwnPin, SignedInConsumer } from "@ornament/contracts/account/api";
import { defaultBrand } from "@ornament/contracts/values/brand";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Provider } from "react-redux";
import { MemoryRouter, useLocation } from "react-router";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { sessionEnded } from "../../app/authorization/session-slice.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { fakeServer } from "../../app/testing/fake-server.ts";
import { UrlHashDialogs } from "./url-hash-dialogs.tsx";

const pin = (blocked: boolean) => ({ id: 1, pin: "ABCD-123", blocked }) as OwnPin;
const userWith = (...rows: OwnPin[]) =>
  ({ id: 1, isActivated: true, pins: { count: rows.length, rows } }) as unknown as SignedInConsumer;

function Address() {
  const { pathname, hash } = useLocation();
  return <p>At {pathname + hash}</p>;
}

/** Opens the landing page as the player does, for a signed-in or signed-out person. */
function open(hash: string, user?: SignedInConsumer) {
  const { store } = fakeServer(() => Promise.reject(new Error("No server")), { audience: consumerAudience });
  store.dispatch(user ? startSession({ accessToken: "t", user }) : sessionEnded({ expired: false }));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[`/#${hash}`]}>
        <UrlHashDialogs />
        <Address />
      </MemoryRouter>
    </Provider>,
  );
  return within(screen.getByRole("dialog"));
}

const { supportEmail, supportPhone } = defaultBrand;

const withOther = userWith(pin(true), pin(false));

test.each([
  ["lockedpin", "a parent with another ornament", withOther, "Choose another ornament", "pin-authorization"],
  ["lockedpin", "a parent without another ornament", userWith(pin(true)), "Add an ornament", "add-pin"],
  ["lockedpin", "a signed-out person", undefined, "Sign in", "pin-authorization"],
  ["maximum-number-devices", "a parent", userWith(pin(false)), "Choose devices to forget", "forget-device"],
  ["maximum-number-devices", "a signed-out person", undefined, "Sign in", "forget-device"],
])("the dialog #%s offers %s a next step and the contact", async (hash, _who, user, label, path) => {
  const dialog = open(hash, user);
  expect(dialog.getByRole("link", { name: supportEmail })).toBeDefined();
  await userEvent.click(dialog.getByRole("link", { name: label }));
  expect(screen.getByText(`At /user/${path}`)).toBeDefined();
});

test("a person whose account was deactivated can email or call from the dialog", () => {
  const dialog = open("deactivated");
  expect(dialog.getByText("User has been deactivated")).toBeDefined();
  expect(dialog.getByRole("link", { name: "Email us" }).getAttribute("href")).toBe(`mailto:${supportEmail}`);
  expect(dialog.getByRole("link", { name: "Call us" }).getAttribute("href")).toBe("tel:18005550124");
  expect(dialog.getByRole("link", { name: supportPhone })).toBeDefined();
});
