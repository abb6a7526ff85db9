import { consumerAddresses, pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { RouteName } from "@ornament/contracts/api/routes";
import { type ApiTag, api, changeShown, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo({ ...consumerAddresses, ...pinAddresses });

/** A change, and the profile on which it was made. */
type OnProfile<Name extends RouteName> = BodyFor<Name> & { profileId: string };

const changed: ApiTag[] = ["Consumer", "Pin", "Log"];

/** Shows a change once it is saved, on the profile and on the page of the PIN, until they are read again. */
const showSaved =
  <Change>(changesOf: (change: Change) => Parameters<typeof changeShown>[1]) =>
  async (
    change: Change,
    lifecycle: {
      dispatch: (change: ReturnType<typeof changeShown>) => unknown;
      queryFulfilled: Promise<unknown>;
    },
  ) => {
    await lifecycle.queryFulfilled.then(
      () => lifecycle.dispatch(changeShown(["Consumer", "Pin"], changesOf(change))),
      () => undefined,
    );
  };

type ShownPin = Pick<AnswerOf<"pinProfile">, "id" | "name" | "devices">;

const onPins = (apply: (pin: ShownPin) => void) => ({
  consumerProfile: ({ pins }: AnswerOf<"consumerProfile">) => pins.rows.forEach(apply),
  pinProfile: apply,
});

const onProfile = (profileId: string, apply: (profile: AnswerOf<"consumerProfile">) => void) => ({
  consumerProfile: (profile: AnswerOf<"consumerProfile">) => {
    if (String(profile.id) === profileId) apply(profile);
  },
});

export const {
  useUpdatePinNameMutation,
  useUpdateDeviceNameMutation,
  useRemoveDeviceMutation,
  useUpdateConsumerEmailMutation,
  useUpdateConsumerMarketingMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    updatePinName: build.mutation({
      ...endpoint("updatePinName", ({ profileId: _, ...body }: OnProfile<"updatePinName">) => ({ body })),
      onQueryStarted: showSaved<OnProfile<"updatePinName">>(({ id, name }) =>
        onPins((pin) => {
          if (pin.id === id) pin.name = name;
        }),
      ),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateDeviceName: build.mutation({
      ...endpoint("updateDeviceName", ({ profileId: _, ...body }: OnProfile<"updateDeviceName">) => ({
        body,
      })),
      onQueryStarted: showSaved<OnProfile<"updateDeviceName">>(({ id, name }) =>
        onPins(({ devices }) => {
          for (const device of devices) if (device.id === id) device.name = name;
        }),
      ),
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
      ...endpoint("updateConsumerEmail", ({ profileId: _, ...body }: OnProfile<"updateConsumerEmail">) => ({
        body,
      })),
      onQueryStarted: showSaved<OnProfile<"updateConsumerEmail">>(({ profileId, email }) =>
        onProfile(profileId, (profile) => {
          profile.email = email.trim().toLowerCase();
        }),
      ),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateConsumerMarketing: build.mutation({
      ...endpoint(
        "updateConsumerMarketing",
        ({ profileId: _, ...body }: OnProfile<"updateConsumerMarketing">) => ({ body }),
      ),
      onQueryStarted: showSaved<OnProfile<"updateConsumerMarketing">>(({ profileId, marketingEmail }) =>
        onProfile(profileId, (profile) => {
          profile.marketingEmail = marketingEmail;
        }),
      ),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
  }),
});
