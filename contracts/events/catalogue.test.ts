import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { definitionOf, eventCatalogue } from "./catalogue.ts";
import { defineEvent, personal } from "./definition.ts";

describe("event catalogue", () => {
  test("every event stands under its own type", () => {
    for (const [name, { type }] of Object.entries(eventCatalogue)) expect(type).toBe(name);
  });

  test("personal fields are found from the schema, and name their person", () => {
    expect(eventCatalogue.ConsumerRegistered.personal).toEqual(["email"]);
    expect(eventCatalogue.AdminAccountCreated.personal).toEqual(["email", "firstName", "lastName"]);
    expect(eventCatalogue.PinRegistered.personal).toEqual(["name"]);
    expect(() =>
      defineEvent("Nameless", z.strictObject({ email: personal(z.string()) }), { log: "hidden" }),
    ).toThrow("names no person");
  });

  test("an erased field is accepted and said so in the log", () => {
    const data = eventCatalogue.ConsumerRegistered.schema.parse({
      consumerId: 1,
      email: null,
      passwordHash: "x",
      marketingEmail: false,
      nonce: "0123456789abcdef",
      expiresAt: 0,
    });
    const { log } = eventCatalogue.ConsumerRegistered;
    expect(log !== "hidden" && log.value(data)).toBe("(erased)");
  });

  test("a PIN registered before nicknames stood in the event is read as one without", () => {
    const registered = { code: "ABCD123", consumerId: 1 };
    expect(eventCatalogue.PinRegistered.schema.parse(registered)).toEqual(registered);
  });

  test("an admin whose password stood in a stream of its own is read as one without it in the directory", () => {
    const created = { adminId: 3, email: "a@b.co", firstName: "", lastName: "", role: "ADMIN" };
    expect(eventCatalogue.AdminAccountCreated.schema.parse(created)).toEqual(created);
  });

  test("no log entry shows a secret", () => {
    for (const { schema, log, type } of Object.values(eventCatalogue)) {
      if (log === "hidden" || !("passwordHash" in schema.shape)) continue;
      expect(`${type}: ${log.value({ passwordHash: "SECRET", email: "a@b.co" } as never)}`).not.toContain(
        "SECRET",
      );
    }
  });

  test("an unknown type, also one that every object has, has no definition", () => {
    expect(definitionOf("Nonsense")).toBeUndefined();
    expect(definitionOf("toString")).toBeUndefined();
  });
});
