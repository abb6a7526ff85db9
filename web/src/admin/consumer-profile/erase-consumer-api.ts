import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import { type ApiTag, api } from "../../app/api/api-base.ts";
import type { ApiError } from "../../app/calls/api-error.ts";
import { type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(consumerAddresses);

/** A refusal means that the open profile is out of date. The profile of an erased consumer is left. */
const tagsOnRefusal = (_data: unknown, error: ApiError | undefined): ApiTag[] =>
  error && error.status >= 400 && error.status < 500 ? ["Consumer"] : [];

export const { useEraseConsumerMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    eraseConsumer: build.mutation({
      ...endpoint("eraseConsumer", ({ id, ...body }: { id: number } & BodyFor<"eraseConsumer">) => ({
        params: { id },
        body,
      })),
      invalidatesTags: tagsOnRefusal,
    }),
  }),
});
