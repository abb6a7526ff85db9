import { lookAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { BodyInputOf } from "@ornament/contracts/api/route";
import type { routes } from "@ornament/contracts/api/routes";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

type Look = Extract<BodyInputOf<(typeof routes)["recordLook"]>, { type: "export" }>;

const { endpoint } = callsTo(lookAddresses);

const { useRecordLookMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    recordLook: build.mutation({ ...endpoint("recordLook"), invalidatesTags: ["Log"] }),
  }),
});

/** The tables that can be printed as a whole, by the endpoint of their pages. */
const tables = {
  listAdmins: "admins",
  listPins: "pins",
  listConsumers: "consumers",
  listActionLog: "actionLog",
  consumerActionLog: "consumerLog",
} as const satisfies Record<string, Look["table"]>;
export type PrintedEndpoint = keyof typeof tables;

/**
 * Records in the System action log that a table is printed. The print loads the pages of the table, which
 * records nothing. Rejects if the record fails; then nothing may be printed.
 */
export function useRecordPrint(endpoint: PrintedEndpoint, consumerId: number | null) {
  const [record] = useRecordLookMutation();
  return (narrowed: boolean): Promise<unknown> =>
    record({ type: "export", table: tables[endpoint], format: "print", consumerId, narrowed }).unwrap();
}
