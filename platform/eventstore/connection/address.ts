import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { EventStoreDBClient } from "@eventstore/db-client";
import { parseConnectionString } from "@eventstore/db-client/dist/Client/parseConnectionString.js";
import { z } from "zod";
import { shownAddress } from "../../logging/shown-address.ts";

const example = "must be a URL such as esdb://127.0.0.1:2113?tls=false";

/**
 * A Unix socket in gRPC's form: `unix:/folder/file`. The embedded event store listens on one. A connection
 * string can't name a socket, but the client accepts one as an endpoint.
 */
const isSocket = (text: string) => /^unix:\/./.test(text);

/**
 * The parts of a URL that may be shown: it without name and password, and the store account if it names one.
 * Throws an error whose message shows no secret part.
 */
export const readShownAddress = (text: string) => ({
  account: withoutOutput(() => accountIn(text)).result,
  address: shownAddress(text),
});

/** A client for the URL, and its warnings. No secret part is in them, or in the message of a thrown error. */
export function clientFor(text: string): { client: EventStoreDBClient; warnings: readonly string[] } {
  const { result: client, warnings } = withoutOutput(() => {
    accountIn(text);
    if (!isSocket(text)) refuseMissingFiles(parse(text));
    try {
      return isSocket(text)
        ? new EventStoreDBClient({ endpoint: text }, { insecure: true })
        : EventStoreDBClient.connectionString(text);
    } catch (error) {
      throw new Error((error as Error).message.split("\n")[0] ?? "can't be used");
    }
  });
  return { client, warnings: [...new Set(warnings)] };
}

/** `undefined` for a good URL. */
export function storeAddressProblem(text: string): string | undefined {
  try {
    readShownAddress(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function accountIn(text: string): string | undefined {
  if (isSocket(text)) return undefined;
  const options = parse(text);
  for (const { address, port } of options.hosts) {
    // The client reads the text up to the first `@` as name and password, the password up to the next colon.
    if (address.includes("@")) throw new Error("an @ in the name or password must be written as %40");
    if (port < 1 || port > 65_535) throw new Error(`${port} is not a port`);
  }
  const [, credentials] = /^[^:]+:\/\/([^@]*)@/.exec(text.trim()) ?? [];
  if (credentials?.replace(":", "").includes(":"))
    throw new Error("a colon in the name or password must be written as %3A");
  return options.defaultCredentials?.username;
}

const fileOptions = ["tlsCAFile", "userCertFile", "userKeyFile"] as const;

/** The client's message does not name the file. */
function refuseMissingFiles(options: ReturnType<typeof parse>): void {
  // Without TLS the client ignores these files.
  for (const option of options.tls === false ? [] : fileOptions) {
    const file = options[option];
    if (file && !existsSync(file)) throw new Error(`the file of ${option}, ${resolve(file)}, is missing`);
  }
}

function parse(text: string) {
  try {
    return parseConnectionString(text);
  } catch (error) {
    throw new Error(problemOf(error));
  }
}

/** The client's message is not used: it shows a part of the URL, which may be the password. */
function problemOf(error: unknown): string {
  if (error instanceof URIError) return "a % in the name or password must be written as %25";
  const { connectionString = "", location = [0, 0], expected } = error as Partial<ParseFault>;
  if (expected === undefined || location[0] === 0) return example;
  const before = connectionString.slice(0, location[0]);
  if (connectionString.startsWith("[", location[0])) return "an IPv6 address can't be used; name the host";
  const [, option] = /[?&](\w+)=$/.exec(before) ?? [];
  if (option !== undefined) return `${option} must be ${expected.toLowerCase()}`;
  const wanted = expected.startsWith("&") ? "another option" : `a ${expected}`;
  return `${example}; the text where ${wanted} is expected can't be read`;
}

interface ParseFault {
  connectionString: string;
  location: [number, number];
  expected: string;
}

/** The client writes warnings to the console, with the whole URL and its password; they are caught here. */
function withoutOutput<T>(work: () => T): { result: T; warnings: string[] } {
  const { warn } = console;
  const warnings: string[] = [];
  console.warn = (message: unknown) => void warnings.push(String(message).split("\n")[0] ?? "");
  try {
    return { result: work(), warnings };
  } finally {
    console.warn = warn;
  }
}

/** Parsed by the client's own parser. */
export const storeAddressSetting = z.string().superRefine((text, context) => {
  const message = storeAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
