import { adminEmail } from "@ornament/testing/product/running-product";
import type { Attacked } from "./attacked-product.ts";

export interface Question {
  method: string;
  path: string;
  body?: string;
  /** The answer that a victim must get, whatever an attacker does. */
  status: number;
  holds: string;
}

/** The n-th request of a victim. */
type Questions = (n: number) => Question;

export type ServiceName = "command-api" | "query-api" | "mailbox" | "player";

/** A service under attack. */
interface Attackable {
  /** Its requests, by method and path. */
  requests: (readonly [method: string, path: string])[];
  /** A request that ends a connection correctly, and its status. */
  last: { path: string; status: number };
  /** The hidden requests of attackers, which must never be read as requests. */
  hidden: (memberId: number) => string[];
  /** The requests of its victim. */
  questions: (it: Attacked) => Questions;
}

const host = "Host: localhost\r\n";
/**
 * A hidden request that would take the next request's first line as a header's value, and its headers as its
 * own.
 */
const swallowing = (line: string) => `${line} HTTP/1.1\r\n${host}X-Ignore: `;
const whole = (line: string) => `${line} HTTP/1.1\r\n${host}\r\n`;
const all = (path: string) =>
  ["GET", "HEAD", "OPTIONS", "DELETE", "POST", "PUT"].map((method) => [method, path] as const);

const form = '{"email":"smuggled@example.com","password":"Parent-2026"}';
/** A request that needs no token and would write an event. */
export const registration = `POST /api/user/registration HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${form.length}\r\n\r\n${form}`;

/** The only deletion that may have a body. */
export const deletionWithBody = "/api/admin/remove-device/1";

export const attackable: Record<ServiceName, Attackable> = {
  "command-api": {
    requests: [
      ["GET", "/api/user/refresh"],
      ["HEAD", "/api/user/refresh"],
      ["OPTIONS", "/api/user/refresh"],
      ["DELETE", "/api/admin/delete/1"],
      ["DELETE", deletionWithBody],
      ["POST", "/api/user/login"],
      ["PUT", "/api/admin/update"],
    ],
    last: { path: "/api/user/refresh", status: 401 },
    hidden: (memberId) => [swallowing(`DELETE /api/admin/delete/${memberId}`), registration],
    questions: () => (n) =>
      n % 2 === 0
        ? { method: "GET", path: "/api/user/refresh", status: 401, holds: "user_error" }
        : {
            method: "POST",
            path: "/api/admin/update-setting",
            body: `{"name":"numberDevices","value":4,"victim${n}":1}`,
            status: 400,
            holds: `victim${n}`,
          },
  },
  "query-api": {
    requests: ["GET", "HEAD", "OPTIONS"].map((method) => [method, "/api/settings"] as const),
    last: { path: "/api/settings", status: 200 },
    hidden: () => [swallowing("GET /api/admin/admins"), whole("GET /api/openapi.json")],
    questions: (it) => (n) =>
      n % 2 === 0
        ? { method: "GET", path: `/api/admin/profile/${it.adminId}`, status: 200, holds: adminEmail }
        : { method: "GET", path: `/api/admin/table/pins?query=V${n}`, status: 200, holds: '"count":0' },
  },
  mailbox: {
    requests: all("/mailbox/mailbox.js"),
    last: { path: "/mailbox/mailbox.css", status: 200 },
    hidden: () => [swallowing("GET /mailbox/nothing"), whole("GET /mailbox/nothing")],
    questions: () => (n) =>
      n % 2 === 0
        ? { method: "GET", path: "/mailbox/mailbox.css", status: 200, holds: "--midnight" }
        : { method: "GET", path: "/mailbox/mailbox.js", status: 200, holds: "setInterval" },
  },
  player: {
    requests: all("/player/"),
    last: { path: "/player/", status: 200 },
    hidden: () => [swallowing("GET /player/player.js"), whole("GET /player/player.js")],
    questions: () => (n) =>
      n % 2 === 0
        ? { method: "GET", path: "/player/", status: 200, holds: "<!doctype html>" }
        : { method: "GET", path: `/player/none-${n}`, status: 404, holds: "Not found" },
  },
};

/** The URL for the requests to each service of a running product. */
export type Addresses = () => Record<ServiceName, string>;

export const byTheGateway =
  (it: Attacked): Addresses =>
  () => ({ "command-api": it.url, "query-api": it.url, mailbox: it.url, player: it.url });

/** The request that ends a connection to a service correctly. */
export const lastRequest = (service: ServiceName) =>
  `GET ${attackable[service].last.path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
