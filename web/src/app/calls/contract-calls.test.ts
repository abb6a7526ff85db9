import { expect, test } from "@jest/globals";
import {
  consumerPaths,
  managedDevicePaths,
  managedOrnamentPaths,
  pinPaths,
} from "@ornament/contracts/routes/back-office";
import { callsTo, pathWith } from "./contract-calls.ts";

const { call, endpoint } = callsTo({
  ...consumerPaths,
  ...managedDevicePaths,
  ...managedOrnamentPaths,
  ...pinPaths,
});

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
