import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { pinRoutes } from "@ornament/contracts/api/pins";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import { type ApiTag, api, tagsOnSuccess } from "../../app/api-base.ts";
import { consumersApi } from "../consumers/consumers-api.ts";

type Consumers = typeof consumerRoutes;
type Pins = typeof pinRoutes;
type Profile = ResponseOf<Consumers["consumerProfile"]>;

/** A change made on the profile, and the profile it is made on. */
type OnProfile<Body> = Body & { profileId: string };

const changed: ApiTag[] = ["Consumer", "Pin", "Log"];

/** Shows a change's fields on the profile once it is through; the answer of the next read replaces them. */
const showOn =
  <Change extends { profileId: string }>(apply: (profile: Profile, change: Change) => void) =>
  async (
    change: Change,
    { dispatch, queryFulfilled }: { dispatch: (action: never) => unknown; queryFulfilled: Promise<unknown> },
  ) => {
    try {
      await queryFulfilled;
    } catch {
      return;
    }
    const patch = consumersApi.util.updateQueryData("consumerProfile", change.profileId, (profile) =>
      apply(profile, change),
    );
    dispatch(patch as never);
  };

type PinName = OnProfile<BodyInputOf<Pins["updatePinName"]>>;
type DeviceName = OnProfile<BodyInputOf<Consumers["updateDeviceName"]>>;
type NewEmail = OnProfile<BodyInputOf<Consumers["updateConsumerEmail"]>>;
type Marketing = OnProfile<BodyInputOf<Consumers["updateConsumerMarketing"]>>;

export const {
  useUpdatePinNameMutation,
  useUpdateDeviceNameMutation,
  useRemoveDeviceMutation,
  useUpdateConsumerEmailMutation,
  useUpdateConsumerMarketingMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    updatePinName: build.mutation<ResponseOf<Pins["updatePinName"]>, PinName>({
      query: ({ profileId: _, ...body }) => ({ url: "/api/admin/update-pin-name", method: "PUT", body }),
      onQueryStarted: showOn<PinName>(({ pins }, { id, name }) => {
        for (const pin of pins.rows) if (pin.id === id) pin.name = name;
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateDeviceName: build.mutation<ResponseOf<Consumers["updateDeviceName"]>, DeviceName>({
      query: ({ profileId: _, ...body }) => ({ url: "/api/admin/update-device-name", method: "PUT", body }),
      onQueryStarted: showOn<DeviceName>(({ pins }, { id, name }) => {
        for (const device of pins.rows.flatMap(({ devices }) => devices))
          if (device.id === id) device.name = name;
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    removeDevice: build.mutation<ResponseOf<Consumers["removeDevice"]>, { id: number; name: string }>({
      query: ({ id, name }) => ({ url: `/api/admin/remove-device/${id}`, method: "DELETE", body: { name } }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateConsumerEmail: build.mutation<ResponseOf<Consumers["updateConsumerEmail"]>, NewEmail>({
      query: ({ profileId: _, ...body }) => ({ url: "/api/admin/update-user-email", method: "PUT", body }),
      onQueryStarted: showOn<NewEmail>((profile, { email }) => {
        profile.email = email.trim().toLowerCase();
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
    updateConsumerMarketing: build.mutation<ResponseOf<Consumers["updateConsumerMarketing"]>, Marketing>({
      query: ({ profileId: _, ...body }) => ({
        url: "/api/admin/update-user-marketing-email",
        method: "PUT",
        body,
      }),
      onQueryStarted: showOn<Marketing>((profile, { marketingEmail }) => {
        profile.marketingEmail = marketingEmail;
      }),
      invalidatesTags: tagsOnSuccess(...changed),
    }),
  }),
});
