import { ornamentAddresses } from "@ornament/contracts/api/addresses/consumer-site";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { ownUserAgent } from "../player/own-user-agent.ts";

const { call, endpoint } = callsTo(ornamentAddresses);

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
    activatePins: build.mutation(endpoint("activatePins")),
    selectPin: build.mutation(endpoint("selectPin", (pinId: number) => ({ body: { pinId } }))),
    renameOwnPin: build.mutation(endpoint("renameOwnPin")),
    bindDevice: build.mutation<Bound, ThisBrowser>({
      query: (browser) => devicePin(browser, true),
    }),
    /** Binds nothing: asks which of the ornament's devices this browser is. */
    thisDevice: build.query<Looked, ThisBrowser>({
      query: (browser) => devicePin(browser, false),
    }),
    removeOwnDevices: build.mutation(
      endpoint("removeOwnDevices", (devices: readonly number[]) => ({ body: { devices: [...devices] } })),
    ),
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
