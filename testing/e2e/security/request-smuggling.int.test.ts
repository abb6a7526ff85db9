import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Replica, startProgram } from "@ornament/testing/product/replica";
import { attackedProduct } from "./attacked-product.ts";
import { byTheGateway, type ServiceName, smugglingSuite } from "./smuggling-suite.ts";

/** Callers share the gateway's connections to services in other processes, and nobody gets another's answer. */
describe("through the gateway to other processes", () => {
  const it = attackedProduct({ flags: ["--split"] });
  smugglingSuite(it, byTheGateway(it));
});

/** A handful of attacks on layouts whose parsers are those of the separate processes, which get all attacks. */
describe("in one process, and without the gateway", () => {
  const it = attackedProduct();
  const names: ServiceName[] = ["command-api", "query-api", "mailbox", "player"];
  let services: Replica[] = [];
  beforeAll(async () => {
    services = await Promise.all(names.map((name) => startProgram(name, it.product)));
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  const addresses = () =>
    Object.fromEntries(names.map((name, n) => [name, services[n]?.url ?? ""])) as Record<ServiceName, string>;

  describe("in one process", () => smugglingSuite(it, byTheGateway(it), { oneOf: 20 }));
  describe("without the gateway", () => smugglingSuite(it, addresses, { oneOf: 20 }));

  test("each service itself refuses a compressed body as 415", async () => {
    for (const [service, url] of Object.entries(addresses())) {
      const headers = { "content-type": "application/json", "content-encoding": "br" };
      const { status } = await fetch(`${url}/api/user/login`, { method: "POST", headers, body: "x" });
      expect({ service, status }).toEqual({ service, status: 415 });
    }
  });
});
