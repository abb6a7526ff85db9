/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
import {
  consumerPaths,
  managedDevicePaths,
  managedOrnamentPaths,
  pinPaths,
} from "@ornament/contracts/routes/back-office";
import { randomUuid } from "./action-keys.ts";
import { fieldErrorsOf, listedErrorsOf, messageOf, toApiError } from "./api-error.ts";
import { apiOriginOf } from "./call-context.ts";
import { callsTo, pathWith } from "./contract-calls.ts";
import { browserExclusive } from "./exclusive.ts";
import { proposedFileName } from "./transport.ts";

const namePaths = { ...managedDevicePaths, ...managedOrnamentPaths };
const { call, endpoint } = callsTo({ ...consumerPaths, ...namePaths, ...pinPaths });

test("a call has its route's method and path, with parameters, query and body in their places", () => {
  expect(call("removeDevice", { params: { id: 7 }, body: { name: "Phone" } })).toEqual({
    url: "/api/admin/remove-device/7",
    method: "DELETE",
    params: undefined,
    body: { name: "Phone" },
  });
  expect(call("listPins", { query: { page: 2, fieldName: "pin" } })).toMatchObject({
    url: "/api/admin/table/pins",
    method: "GET",
    params: { page: 2, fieldName: "pin" },
  });
});

test("a parameter can't reach another path", () =>
  expect(pathWith("/api/x/:id/:token", { id: "../y", token: "a/b?c" })).toBe("/api/x/..%2Fy/a%2Fb%3Fc"));

test("an input that the contract doesn't allow is a type error", () => {
  // @ts-expect-error: a status is true or false.
  call("updatePinStatus", { body: { id: 1, status: "off", comment: "Lost" } });
  // @ts-expect-error: a comment is required.
  call("updatePinStatus", { body: { id: 1, status: false } });
  // @ts-expect-error: there is no such field in the body.
  call("updatePinStatus", { body: { id: 1, status: false, comment: "Lost", reason: "" } });
  // @ts-expect-error: the table can't be sorted by this.
  call("listPins", { query: { fieldName: "password" } });
  // @ts-expect-error: the path has a parameter.
  call("consumerProfile", {});
  // @ts-expect-error: the parameter's name is `id`.
  call("consumerProfile", { params: { userId: 5 } });
  // @ts-expect-error: a read takes no body.
  call("listPins", { body: {} });
  // @ts-expect-error: no route has this name.
  expect(() => call("listPin", {})).toThrow();
  // @ts-expect-error: an endpoint gives the body that its route takes.
  endpoint("updatePinName", (id: number) => ({ body: { id } }));
  // @ts-expect-error: an endpoint is called with the body that its route takes.
  endpoint("updatePinName").query({ id: "1", name: "" });
});

const body = {
  error: true,
  code: "invalid_request",
  message: "Please check the highlighted fields.",
  errors: [
    "user_error",
    "ABCD-123 is not valid",
    { path: "email", message: "Required" },
    { path: "email", message: "Second" },
  ],
};

test("an error answer gives its message, its fields' messages and its list", () => {
  const error = toApiError(400, body, "7");
  expect(messageOf(error)).toBe("Please check the highlighted fields.");
  expect(fieldErrorsOf(error)).toEqual({ email: "Required" });
  expect(listedErrorsOf(error)).toEqual(["ABCD-123 is not valid"]);
  expect(error.retryAfter).toBe(7);
});

test("an error answer gives the tries left if it has them", () => {
  const tries = { left: 2, breakSeconds: 900 };
  expect(toApiError(400, { ...body, tries }, null).tries).toEqual(tries);
  expect(toApiError(400, body, null)).not.toHaveProperty("tries");
});

test("a proxy's page or an exception is shown as the web's standard message", () => {
  expect(messageOf(toApiError(502, undefined, null))).toMatch(/^Something went wrong on our side\./);
  expect(messageOf(toApiError(503, undefined, "120"))).toMatch(/try again in 2 minutes\.$/);
  expect(messageOf(new Error("boom"))).toBe("Something went wrong. Please try again.");
  expect(fieldErrorsOf(undefined)).toEqual({});
});

test.each([
  [`attachment; filename="A _ a_b.csv"; filename*=UTF-8''A%20_%20a%2Bb.csv`, "A _ a+b.csv"],
  [`attachment; filename="Consumers report.csv"`, "Consumers report.csv"],
  [`attachment; filename="a.csv"; filename*=UTF-8''%E0%A4%A`, "a.csv"],
  ["attachment", undefined],
  [null, undefined],
])("the file name of a download with the header %j is %j", (header, name) =>
  expect(proposedFileName(header)).toBe(name),
);

test("an idempotency key is a v4 UUID, with and without crypto.randomUUID", () => {
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  expect(randomUuid()).toMatch(shape);
  expect(randomUuid(plain)).toMatch(shape);
  expect(randomUuid(plain)).not.toBe(randomUuid(plain));
});

const own = "https://www.ornament.example";
const pageWith = (content: string) => {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = `<meta name="api:base" content="${content}">`;
  return page;
};

test("calls go to the origin that the gateway has written into the page, or else to the page's origin", () => {
  expect(apiOriginOf(pageWith("https://api.ornament.example"), own)).toBe("https://api.ornament.example");
  expect(apiOriginOf(pageWith(""), own)).toBe(own);
  expect(apiOriginOf(pageWith("{{apiBase}}"), own)).toBe(own);
  expect(apiOriginOf(document.implementation.createHTMLDocument(), own)).toBe(own);
});

/** The locks of a browser that blocks cookies. */
const refused = {
  request: () => Promise.reject(new DOMException("The request was denied.", "SecurityError")),
} as unknown as LockManager;
const granted = { request: (_: string, run: () => unknown) => run() } as unknown as LockManager;

test("where the browser refuses its locks, tasks run in this page one at a time", async () => {
  const exclusive = browserExclusive(refused);
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    return name;
  };
  const both = ["one", "two"].map((name) => exclusive("refresh", task(name)));
  expect(await Promise.all(both)).toEqual(["one", "two"]);
  expect(steps).toEqual(["one begins", "one ends", "two begins", "two ends"]);
});

test("a task that fails under the browser's lock doesn't run again", async () => {
  let runs = 0;
  const fail = async () => {
    runs += 1;
    throw new Error("refused");
  };
  await expect(browserExclusive(granted)("refresh", fail)).rejects.toThrow("refused");
  expect(runs).toBe(1);
});
