import { devicePaths, ornamentPaths, pinEntryPaths } from "@ornament/contracts/routes/consumer-site";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { ownUserAgent } from "./this-device.ts";

const { call, endpoint } = callsTo({ ...pinEntryPaths, ...ornamentPaths, ...devicePaths });

export type ActivatedPins = AnswerOf<"activatePins">;
type Bound = Extract<AnswerOf<"bindDevice">, { bound: true }>;
type Looked = Extract<AnswerOf<"bindDevice">, { bound: false }>;

/** The user agent of this browser. */
export interface ThisBrowser {
  pinId: number;
  deviceToken: string | undefined;
}

const devicePin = ({ pinId, deviceToken }: ThisBrowser, isCurrentDevice: boolean) =>
  call("bindDevice", { body: { pinId, device: ownUserAgent(), isCurrentDevice, deviceToken } });

const ornamentApi = api.injectEndpoints({
  endpoints: (build) => ({
    activatePins: build.mutation({
      ...endpoint("activatePins"),
      invalidatesTags: tagsOnSuccess("Account"),
    }),
    selectPin: build.mutation(endpoint("selectPin", (pinId: number) => ({ body: { pinId } }))),
    // A refusal says that the name was changed elsewhere.
    renameOwnPin: build.mutation({ ...endpoint("renameOwnPin"), invalidatesTags: ["Account"] }),
    bindDevice: build.mutation<Bound, ThisBrowser>({
      query: (browser) => devicePin(browser, true),
      invalidatesTags: tagsOnSuccess("Account"),
    }),
    /** Binds nothing: asks which of the ornament's devices this browser is. */
    thisDevice: build.query<Looked, ThisBrowser>({
      query: (browser) => devicePin(browser, false),
    }),
    // After a refusal, too: devices may have been removed in another browser.
    removeOwnDevices: build.mutation({
      ...endpoint("removeOwnDevices", (devices: readonly number[]) => ({ body: { devices: [...devices] } })),
      invalidatesTags: ["Account"],
    }),
  }),
});

export const {
  useActivatePinsMutation,
  useSelectPinMutation,
  useRenameOwnPinMutation,
  useBindDeviceMutation,
  useThisDeviceQuery,
  useRemoveOwnDevicesMutation,
} = ornamentApi;
