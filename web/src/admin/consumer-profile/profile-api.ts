import { consumerPaths, dataCopyPaths } from "@ornament/contracts/routes/back-office";
import { type ApiTag, api, tagsOnSuccess } from "../../app/api/api-base.ts";
import type { ApiError } from "../../app/calls/api-error.ts";
import { type AnswerOf, type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";
import { savedFile } from "../instant/saved-file.ts";
import { ofPinsAndOwners, showSaved } from "../pins/pins-api.ts";

const { endpoint, call } = callsTo({ ...consumerPaths, ...dataCopyPaths });

type Profile = AnswerOf<"consumerProfile">;

const onProfile = (id: number, apply: (profile: Profile) => void) => ({
  consumerProfile: (profile: Profile) => {
    if (profile.id === id) apply(profile);
  },
});

/**
 * No read answer names the erased consumer any more. A refusal means that the open profile is out of date. After
 * an unknown outcome the profile stays open, so that the dialog can send the same command again.
 */
const changedByErasure = (_data: unknown, error: ApiError | undefined): ApiTag[] => {
  if (!error) return ofPinsAndOwners;
  return error.status >= 400 && error.status < 500 ? ["Consumer"] : [];
};

export const {
  useUpdateConsumerEmailMutation,
  useUpdateConsumerMarketingMutation,
  useEraseConsumerMutation,
  useConsumerDataCopyMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    updateConsumerEmail: build.mutation({
      ...endpoint("updateConsumerEmail"),
      onQueryStarted: showSaved<BodyFor<"updateConsumerEmail">>(({ id, email }) =>
        onProfile(id, (profile) => {
          profile.email = email.trim().toLowerCase();
        }),
      ),
      invalidatesTags: tagsOnSuccess(...ofPinsAndOwners),
    }),
    updateConsumerMarketing: build.mutation({
      ...endpoint("updateConsumerMarketing"),
      onQueryStarted: showSaved<BodyFor<"updateConsumerMarketing">>(({ id, marketingEmail }) =>
        onProfile(id, (profile) => {
          profile.marketingEmail = marketingEmail;
        }),
      ),
      invalidatesTags: tagsOnSuccess(...ofPinsAndOwners),
    }),
    eraseConsumer: build.mutation({
      ...endpoint("eraseConsumer", ({ id, ...body }: { id: number } & BodyFor<"eraseConsumer">) => ({
        params: { id },
        body,
      })),
      invalidatesTags: changedByErasure,
    }),
    consumerDataCopy: build.mutation<string, { id: number } & BodyFor<"consumerDataCopy">>({
      queryFn: savedFile(
        ({ id, ...body }) => ({ ...call("consumerDataCopy", { params: { id }, body }), reads: true }),
        ({ format }) => `data-copy.${format}`,
      ),
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});
