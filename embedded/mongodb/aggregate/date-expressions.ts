import { typeOf, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { namedArguments } from "./arguments.ts";
import type { CompileExpressionOperator } from "./expression-operator.ts";

const compileDateToString: CompileExpressionOperator = (argument, compile) => {
  const named = namedArguments("$dateToString", argument, ["date"], ["format", "timezone", "onNull"]);
  const date = compile(named.date as Value);
  const format = compile(named.format ?? "%Y-%m-%dT%H:%M:%S.%LZ");
  const timezone = compile(named.timezone ?? "UTC");
  const onNull = compile(named.onNull ?? null);
  return (environment) => {
    const value = date(environment);
    const zone = timezone(environment);
    if (value === undefined || value === null || zone === undefined || zone === null)
      return onNull(environment);
    const pattern = format(environment);
    if (!(value instanceof Date)) {
      throw new CommandError(16006, `can't convert from BSON type ${typeOf(value).alias} to Date`);
    }
    if (typeof zone !== "string") throw new CommandError(40517, "timezone must evaluate to a string");
    if (typeof pattern !== "string")
      throw new CommandError(18533, "$dateToString requires that 'format' be a string");
    return formatDate(value, pattern, zone);
  };
};

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** Writes a date as `$dateToString` does, in a named zone or at an offset such as +02:00. */
export function formatDate(date: Date, format: string, zone: string): string {
  const offset = offsetMinutes(date, zone);
  const local = new Date(date.getTime() + offset * 60_000);
  return format.replace(/%(.?)/gs, (_match, token: string) => formatToken(token, local, offset));
}

const pad = (value: number, width = 2) => String(value).padStart(width, "0");

function formatToken(token: string, local: Date, offset: number): string {
  switch (token) {
    case "Y":
      return pad(local.getUTCFullYear(), 4);
    case "m":
      return pad(local.getUTCMonth() + 1);
    case "d":
      return pad(local.getUTCDate());
    case "H":
      return pad(local.getUTCHours());
    case "M":
      return pad(local.getUTCMinutes());
    case "S":
      return pad(local.getUTCSeconds());
    case "L":
      return pad(local.getUTCMilliseconds(), 3);
    case "j":
      return pad(dayOfYear(local), 3);
    case "w":
      return String(local.getUTCDay() + 1);
    case "u":
      return String(local.getUTCDay() || 7);
    case "b":
      return months[local.getUTCMonth()]?.slice(0, 3) ?? "";
    case "B":
      return months[local.getUTCMonth()] ?? "";
    case "z":
      return `${offset < 0 ? "-" : "+"}${pad(Math.trunc(Math.abs(offset) / 60))}${pad(Math.abs(offset) % 60)}`;
    case "Z":
      return `${offset < 0 ? "-" : "+"}${pad(Math.abs(offset), 3)}`;
    case "%":
      return "%";
    default:
      throw new CommandError(18536, `Invalid format character '%${token}' in format string`);
  }
}

function dayOfYear(local: Date): number {
  return 1 + Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / 86_400_000);
}

const zones = new Map<string, Intl.DateTimeFormat>();

function offsetMinutes(date: Date, zone: string): number {
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed) return (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0));
  if (["UTC", "GMT", "Z"].includes(zone)) return 0;
  const parts = new Map(
    zoneFormat(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return Math.round((local - Math.floor(date.getTime() / 1000) * 1000) / 60_000);
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const known = zones.get(zone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    zones.set(zone, format);
    return format;
  } catch {
    throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`);
  }
}

export const dateOperators: readonly [string, CompileExpressionOperator][] = [
  ["$dateToString", compileDateToString],
];
