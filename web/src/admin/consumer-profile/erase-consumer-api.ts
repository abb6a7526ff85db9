import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import { type ApiTag, api } from "../../app/api/api-base.ts";
import type { ApiError } from "../../app/calls/api-error.ts";
import { type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(consumerAddresses);

/**
 * No read answer names the erased consumer any more. A refusal means that the open profile is out of date. After
 * an unknown outcome the profile stays open, so that the dialog can send the same command again.
 */
const changedBy = (_data: unknown, error: ApiError | undefined): ApiTag[] => {
  if (!error) return ["Consumer", "Pin", "Log"];
  return error.status >= 400 && error.status < 500 ? ["Consumer"] : [];
};

export const { useEraseConsumerMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    eraseConsumer: build.mutation({
      ...endpoint("eraseConsumer", ({ id, ...body }: { id: number } & BodyFor<"eraseConsumer">) => ({
        params: { id },
        body,
      })),
      invalidatesTags: changedBy,
    }),
  }),
});
