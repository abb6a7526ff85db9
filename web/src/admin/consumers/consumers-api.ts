import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { consumersTable } from "@ornament/contracts/tables/consumers";
import { api, tagsOfPresent } from "../../app/api/api-base.ts";
import { type AsOf, callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/download.ts";
import { withFileInstant } from "../instant/instant-texts.ts";
import type { ListParams } from "../table/list-query.ts";

const { endpoint, endpointAsOf } = callsTo(consumerAddresses);
const download = callsTo(consumerAddresses, { answers: "blob" });

type ConsumerListParams = ListParams<typeof consumersTable> & { timeZone: string };

export const consumersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConsumers: build.query({
      ...endpointAsOf("listConsumers", (query: ConsumerListParams) => ({ query })),
      providesTags: tagsOfPresent("Consumer"),
    }),
    consumerProfile: build.query({
      ...endpointAsOf("consumerProfile", (id: string) => ({ params: { id } })),
      providesTags: tagsOfPresent("Consumer"),
    }),
    /** Saves the Consumers report as a file. The answer isn't cached. */
    exportConsumers: build.mutation<null, AsOf<Omit<ConsumerListParams, "page" | "limit">>>({
      queryFn: async ({ of: query, at }, _api, _options, send) => {
        const call = download.call("exportConsumers", { query });
        const { data, error } = await send({ ...call, asOf: at });
        if (error) return { error };
        saveFile(data as File, `${withFileInstant("Consumers report", at)}.csv`);
        return { data: null };
      },
    }),
    resendActivationLink: build.mutation({
      ...endpoint("resendActivationLink"),
      // A refusal means that the consumer has meanwhile confirmed the email, so the open page is out of date.
      invalidatesTags: ["Log", "Consumer"],
    }),
  }),
});

export const {
  useListConsumersQuery,
  useConsumerProfileQuery,
  useExportConsumersMutation,
  useResendActivationLinkMutation,
} = consumersApi;
