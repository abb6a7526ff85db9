import { describe } from "@jest/globals";
import { appending } from "./appending-contract.ts";
import { ContractLog, type LogSource } from "./contract-log.ts";
import { deleting } from "./deleting-contract.ts";
import { limits } from "./limits-contract.ts";
import { positions } from "./positions-contract.ts";
import { reading } from "./reading-contract.ts";
import { subscribing } from "./subscribing-contract.ts";

/**
 * What every log must do, as EventStoreDB does it. The event that matters stands at the very first or the very last place
 * of the log or stream wherever a boundary could leave it out.
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
