import { expect, test } from "@jest/globals";
import { z } from "zod";
import {
  ConfigError,
  originsSetting,
  portSetting,
  publicUrlSetting,
  readAll,
  readConfig,
  urlSetting,
  wholeNumberSetting,
  yesOrNoSetting,
} from "./read-config.ts";

const schema = z.object({
  PORT: portSetting,
  ORIGINS: originsSetting.default([]),
  TLS: yesOrNoSetting.default(false),
  COST: wholeNumberSetting(4, 15).default(11),
  URL: urlSetting.optional(),
  SITE: publicUrlSetting.optional(),
});

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
  [{ PORT: "1", TLS: "true" }, "TLS: must be yes or no"],
  [{ PORT: "1", COST: "3" }, "COST: must be a whole number from 4 to 15"],
  [{ PORT: "1", URL: "nowhere" }, "URL: must be an absolute URL"],
  ...[
    "ornament",
    "ftp://ornament.example",
    "https://ornament.example/shop",
    "https://ornament.example/?",
    "https://ornament.example?a=1",
    "https://ornament.example/#top",
    "https://anna:secret@ornament.example",
  ].map((SITE) => [{ PORT: "1", SITE }, "SITE: must be a URL such as https://ornament.example"] as const),
  [{ PORT: "1", SITE: "http://192.168.1.5:8161" }, "SITE: must begin with https://"],
])("the environment %j is refused with one line that says: %s", (environment, message) => {
  const read = () => readConfig(schema, environment);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).toThrow(/^[^\n]+$/);
});

test.each([
  "https://ornament.example",
  "https://ornament.example/",
  "http://localhost:8080",
  "http://127.0.0.1:80",
  "http://[::1]:8080",
])("the public URL %s is accepted as it is", (SITE) => {
  expect(readConfig(schema, { PORT: "1", SITE }).SITE).toBe(SITE);
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
