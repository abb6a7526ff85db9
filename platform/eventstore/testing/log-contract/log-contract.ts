import { describe } from "@jest/globals";
import { appending } from "./appending-contract.ts";
import { ContractLog, type LogSource } from "./contract-log.ts";
import { deleting } from "./deleting-contract.ts";
import { limits } from "./limits-contract.ts";
import { positions } from "./positions-contract.ts";
import { reading } from "./reading-contract.ts";
import { subscribing } from "./subscribing-contract.ts";

/**
 * The tests that every event store must pass, as EventStoreDB does. Where a boundary could leave out an
 * event, the first or last event of the event store or stream is used.
 */
export function describeLog(name: string, source: LogSource): void {
  describe(`${name}, as every log:`, () => {
    const contract = new ContractLog(source);
    describe("reading", () => reading(contract, source));
    describe("appending", () => appending(contract, source));
    describe("deleting", () => deleting(contract, source));
    describe("limits of a stream", () => limits(contract, source));
    describe("positions", () => positions(contract, source));
    describe("a subscription", () => subscribing(contract, source));
  });
}
