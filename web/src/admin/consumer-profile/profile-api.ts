import { consumerAddresses, pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { type ApiTag, api, changeShownAnswer, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, type AsOf, type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo({ ...consumerAddresses, ...pinAddresses });

type Profile = AnswerOf<"consumerProfile">;
type ShownPin = Pick<Profile["pins"]["rows"][number], "id" | "name" | "devices">;

/** A change, and the profile on which it was made. */
type OnProfile<Body> = Body & { profileId: string };

const changed: ApiTag[] = ["Consumer", "Pin", "Log"];

interface Lifecycle {
  dispatch: (action: ReturnType<typeof changeShownAnswer>) => unknown;
  getState: () => unknown;
  queryFulfilled: Promise<unknown>;
}

const isSaved = (queryFulfilled: Promise<unknown>): Promise<boolean> =>
  queryFulfilled.then(
    () => true,
    () => false,
  );

/** The answers with these tags that this browser has. */
const answersWith = (getState: Lifecycle["getState"], tags: ApiTag[]) =>
  api.util.selectInvalidatedBy(getState() as Parameters<typeof api.util.selectInvalidatedBy>[0], tags);

/** Shows a change's fields on the profile once it is saved, until the profile is read again. */
const showOn =
  <Change extends { profileId: string }>(apply: (profile: Profile, change: Change) => void) =>
  async (change: Change, { dispatch, getState, queryFulfilled }: Lifecycle) => {
    if (!(await isSaved(queryFulfilled))) return;
    for (const { endpointName, originalArgs } of answersWith(getState, ["Consumer"]))
      if (endpointName === "consumerProfile" && (originalArgs as AsOf<string>).of === change.profileId)
        dispatch(changeShownAnswer("consumerProfile", originalArgs, (profile) => apply(profile, change)));
  };

/** The same for a change of a PIN, also on the PIN's own page. */
const showOnPins =
  <Change extends { profileId: string }>(apply: (pin: ShownPin, change: Change) => void) =>
  async (change: Change, lifecycle: Lifecycle) => {
    const { dispatch, getState, queryFulfilled } = lifecycle;
    const onProfile = showOn<Change>(({ pins }, given) => {
      for (const pin of pins.rows) apply(pin, given);
    });
    await onProfile(change, lifecycle);
    if (!(await isSaved(queryFulfilled))) return;
    for (const { endpointName, originalArgs } of answersWith(getState, ["Pin"]))
      if (endpointName === "pinProfile")
        dispatch(changeShownAnswer("pinProfile", originalArgs, (pin) => apply(pin, change)));
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
      onQueryStarted: showOnPins<PinName>((pin, { id, name }) => {
        if (pin.id === id) pin.name = name;
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateDeviceName: build.mutation({
      ...endpoint("updateDeviceName", ({ profileId: _, ...body }: DeviceName) => ({ body })),
      onQueryStarted: showOnPins<DeviceName>(({ devices }, { id, name }) => {
        for (const device of devices) if (device.id === id) device.name = name;
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
