import { describe, expect, test } from "@jest/globals";
import { shownMessages } from "./messages.ts";

interface Form {
  email: string;
  password: string;
}

const always = () => true;

describe("the messages of a form", () => {
  test("are those of the fields that were asked about", () => {
    const found = { email: "Required", password: "Required" };
    expect(shownMessages<Form>(found, {}, (name) => name === "email")).toEqual([["email", "Required"]]);
  });

  test("a refusal goes over what was found, asked or not", () => {
    expect(shownMessages<Form>({ email: "Required" }, { email: "Taken" }, () => false)).toEqual([
      ["email", "Taken"],
    ]);
  });

  test("a refusal taken back hides nothing that was found", () => {
    const takenBack: object = { password: undefined };
    expect(shownMessages<Form>({ email: "Required", password: "Short" }, takenBack, always)).toEqual([
      ["email", "Required"],
      ["password", "Short"],
    ]);
  });
});
