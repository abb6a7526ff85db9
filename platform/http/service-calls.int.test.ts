import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "@jest/globals";
import { withinDeadline } from "../deadline/deadline.ts";
import { type Service, type ServiceCalls, serviceCalls } from "./service-calls.ts";

const open: (Server | HttpServer)[] = [];
let calls: ServiceCalls;
afterEach(async () => {
  await calls.close();
  for (const server of open.splice(0)) {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server | HttpServer): Promise<URL> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const places: Record<string, (application: RequestListener) => Promise<Service>> = {
  "at a URL": (application) => listening(createHttpServer(application)),
  "in this process": async (application) => application,
};

describe.each(Object.keys(places))("a service %s", (place) => {
  const to = async (application: RequestListener) => {
    calls = serviceCalls((await places[place]?.(application)) as Service);
    return calls;
  };

  test("a call has its path, headers and body, and gets the status, the wait and the body", async () => {
    const { post } = await to(async (request, response) => {
      const { method, url, headers } = request;
      response.writeHead(503, { "retry-after": "7", "content-type": "application/json" });
      response.end(JSON.stringify({ method, url, sent: headers["x-sent"], body: await text(request) }));
    });
    expect(await post("/a?b=c", { "x-sent": "1" }, { look: "é" })).toEqual({
      status: 503,
      retryAfterSeconds: 7,
      body: { method: "POST", url: "/a?b=c", sent: "1", body: '{"look":"é"}' },
    });
  });

  test("calls at the same time and one after another get their own answers", async () => {
    const { post } = await to(async (request, response) => void response.end(await text(request)));
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    for (const _round of [1, 2]) {
      const answers = await Promise.all(numbers.map((number) => post("/", {}, number)));
      expect(answers.map(({ body }) => body)).toEqual(numbers);
    }
  });

  test("a call whose answer is cut off fails, and the next call succeeds", async () => {
    let cut = true;
    const { post } = await to((request, response) => {
      request.resume();
      if (cut) return void response.destroy();
      response.end("{}");
    });
    await expect(post("/", {}, {})).rejects.toThrow();
    cut = false;
    expect((await post("/", {}, {})).status).toBe(200);
  });

  test("a call ends at the deadline of its request", async () => {
    const { post } = await to(() => undefined);
    let call: Promise<unknown> | undefined;
    await expect(withinDeadline(200, () => (call = post("/", {}, {})))).rejects.toThrow();
    await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

test("a call to a service that doesn't listen fails", async () => {
  const server = createServer();
  const address = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  calls = serviceCalls(address);
  await expect(calls.post("/", {}, {})).rejects.toThrow();
});
