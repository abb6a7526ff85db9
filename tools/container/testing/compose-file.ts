import { readFileSync } from "node:fs";
import { parse } from "yaml";

type Environment = Readonly<Record<string, string>>;

export interface ComposeService {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Environment;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly networks?: readonly string[];
  readonly [setting: string]: unknown;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}

/** A Compose file with the variables of a `.env` file filled in, as Compose reads it. */
export const readComposeFile = (path: string, environment: Environment = {}): ComposeFile =>
  interpolated(parse(readFileSync(path, "utf8"), { merge: true }), environment) as ComposeFile;

/** Every variable that a text names as `${NAME…}`. */
export const variablesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name));

function interpolated(value: unknown, environment: Environment): unknown {
  if (typeof value === "string") return fill(value, environment);
  if (Array.isArray(value)) return value.map((item) => interpolated(item, environment));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, interpolated(item, environment)]),
  );
}

/** Fills in `${NAME}` and `${NAME:-default}`. Variables in a default are filled in first. */
function fill(text: string, environment: Environment): string {
  const filled = text.replace(/\$\{(\w+)(?::-([^${}]*))?\}/g, (_whole, name, byDefault = "") =>
    environment[name] ? environment[name] : byDefault,
  );
  return filled === text ? text : fill(filled, environment);
}

/** The variables of a `.env` file. */
export const readDotEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
