import { expect, test } from "@jest/globals";
import { initialOf } from "./top-bar.tsx";

test.each([
  [{ first_name: "élodie", email: "x@y.com" }, "É"],
  [{ first_name: "  ", email: "boss@y.com" }, "B"],
  [{ first_name: "", email: "" }, "?"],
])("the avatar of %j shows %s", (admin, letter) => {
  expect(initialOf(admin)).toBe(letter);
});
