import { consumerAddresses, pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { type ApiTag, api, changeShownAnswer, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo({ ...consumerAddresses, ...pinAddresses });

type Profile = AnswerOf<"consumerProfile">;

/** A change, and the profile on which it was made. */
type OnProfile<Body> = Body & { profileId: string };

const changed: ApiTag[] = ["Consumer", "Pin", "Log"];

interface Lifecycle {
  dispatch: (action: ReturnType<typeof changeShownAnswer>) => unknown;
  queryFulfilled: Promise<unknown>;
}

/** Shows a change's fields on the profile once it is saved, until the profile is read again. */
const showOn =
  <Change extends { profileId: string }>(apply: (profile: Profile, change: Change) => void) =>
  async (change: Change, { dispatch, queryFulfilled }: Lifecycle) => {
    try {
      await queryFulfilled;
    } catch {
      return;
    }
    dispatch(changeShownAnswer("consumerProfile", change.profileId, (profile) => apply(profile, change)));
  };

type PinName = OnProfile<BodyFor<"updatePinName">>;
type DeviceName = OnProfile<BodyFor<"updateDeviceName">>;
type NewEmail = OnProfile<BodyFor<"updateConsumerEmail">>;
type Marketing = OnProfile<BodyFor<"updateConsumerMarketing">>;

export const {
  useUpdatePinNameMutation,
  useUpdateDeviceNameMutation,
  useRemoveDeviceMutation,
  useUpdateConsumerEmailMutation,
  useUpdateConsumerMarketingMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    updatePinName: build.mutation({
      ...endpoint("updatePinName", ({ profileId: _, ...body }: PinName) => ({ body })),
      onQueryStarted: showOn<PinName>(({ pins }, { id, name }) => {
        for (const pin of pins.rows) if (pin.id === id) pin.name = name;
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateDeviceName: build.mutation({
      ...endpoint("updateDeviceName", ({ profileId: _, ...body }: DeviceName) => ({ body })),
      onQueryStarted: showOn<DeviceName>(({ pins }, { id, name }) => {
        for (const device of pins.rows.flatMap(({ devices }) => devices))
          if (device.id === id) device.name = name;
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    removeDevice: build.mutation({
      ...endpoint("removeDevice", ({ id, name }: { id: number; name: string }) => ({
        params: { id },
        body: { name },
      })),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateConsumerEmail: build.mutation({
      ...endpoint("updateConsumerEmail", ({ profileId: _, ...body }: NewEmail) => ({ body })),
      onQueryStarted: showOn<NewEmail>((profile, { email }) => {
        profile.email = email.trim().toLowerCase();
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateConsumerMarketing: build.mutation({
      ...endpoint("updateConsumerMarketing", ({ profileId: _, ...body }: Marketing) => ({ body })),
      onQueryStarted: showOn<Marketing>((profile, { marketingEmail }) => {
        profile.marketingEmail = marketingEmail;
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
  }),
});
