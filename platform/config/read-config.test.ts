import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import {
  ConfigError,
  flagSetting,
  originsSetting,
  portSetting,
  readAll,
  readConfig,
  urlSetting,
  wholeNumberSetting,
} from "./read-config.ts";

const schema = z.object({
  PORT: portSetting,
  ORIGINS: originsSetting.default([]),
  TLS: flagSetting.default(false),
  COST: wholeNumberSetting(4, 15).default(11),
  URL: urlSetting.optional(),
});

describe("configuration", () => {
  test("settings are read with their defaults; an empty variable counts as missing, and other variables are ignored", () => {
    const environment = { PORT: "0", ORIGINS: "https://a.example, http://b.example:81", TLS: "", HOME: "/x" };
    expect(readConfig(schema, environment)).toEqual({
      PORT: 0,
      ORIGINS: ["https://a.example", "http://b.example:81"],
      TLS: false,
      COST: 11,
    });
  });

  test.each([
    [{}, "PORT is missing"],
    [{ PORT: "http" }, "PORT: must be a port from 0 to 65535"],
    [{ PORT: "70000" }, "PORT: must be a port from 0 to 65535"],
    [{ PORT: "1", ORIGINS: "*" }, "ORIGINS: must be origins"],
    [{ PORT: "1", ORIGINS: "https://a.example/" }, "ORIGINS: must be origins"],
    [{ PORT: "1", TLS: "yes" }, "TLS: must be true or false"],
    [{ PORT: "1", COST: "3" }, "COST: must be a whole number from 4 to 15"],
    [{ PORT: "1", URL: "nowhere" }, "URL: must be an absolute URL"],
  ])("the environment %j is refused with one line that says: %s", (environment, message) => {
    const read = () => readConfig(schema, environment);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).toThrow(/^[^\n]+$/);
  });

  test("readAll throws one error that names every missing and wrong setting and gives each piece of advice once", () => {
    const read = () =>
      readAll({
        settings: () => readConfig(z.object({ PORT: portSetting, URL: urlSetting }), { PORT: "x" }),
        addresses: () => readConfig(z.object({ HOST: z.string(), COST: wholeNumberSetting(4, 15) }), {}),
        secrets: () => readConfig(z.object({ KEY: z.string() }), {}, "Draw the key."),
      });
    expect(read).toThrow(
      expect.objectContaining({
        message:
          "PORT: must be a port from 0 to 65535; URL is missing; HOST is missing; COST is missing; KEY is missing",
        advice: ["docs/operations.md says what each setting means.", "Draw the key."],
      }),
    );
  });

  test("readAll rethrows an error that is not a ConfigError", () => {
    const fault = new TypeError("a fault");
    const read = () =>
      readAll({
        settings: () => {
          throw fault;
        },
      });
    expect(read).toThrow(fault);
  });
});
