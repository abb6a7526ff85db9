import type { SignedInAdmin } from "@ornament/contracts/admins/api";
import type { PinRow } from "@ornament/contracts/pins/api";
import type { pinsTable } from "@ornament/contracts/pins/columns";
import { managedDevicePaths, managedOrnamentPaths, pinPaths } from "@ornament/contracts/routes/back-office";
import { roleLabels } from "@ornament/contracts/values/roles";
import { type ApiTag, api, changeShown, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";
import type { AppState } from "../../app/store.ts";
import type { ListParams } from "../../ui/table/list-state.ts";

const paths = { ...pinPaths, ...managedOrnamentPaths, ...managedDevicePaths };
const { endpoint } = callsTo(paths, { ofShownInstant: true });

/** What a change of a PIN or its owner is read again with. */
export const ofPinsAndOwners: ApiTag[] = ["Consumer", "Pin", "Log"];

/** `onQueryStarted` of a change that is shown once it is saved, until the shown answers are read again. */
export const showSaved =
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

export const {
  useListPinsQuery,
  useListBatchesQuery,
  useCountPinsQuery,
  usePinProfileQuery,
  useUpdatePinStatusMutation,
  useUpdatePinNameMutation,
  useUpdateDeviceNameMutation,
  useRemoveDeviceMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listPins: build.query({
      ...endpoint("listPins", (query: ListParams<typeof pinsTable>) => ({ query })),
      providesTags: ["Pin"],
    }),
    listBatches: build.query({ ...endpoint("listBatches"), providesTags: ["Import"] }),
    countPins: build.query({
      ...endpoint("countPins", (batch: string) => ({ query: batch ? { batch } : {} })),
      providesTags: ["Pin", "Import"],
    }),
    pinProfile: build.query({
      ...endpoint("pinProfile", (id: number) => ({ params: { id } })),
      providesTags: ["Pin", "Consumer"],
    }),
    updatePinStatus: build.mutation({
      ...endpoint("updatePinStatus"),
      // Every list shows the new status immediately, and the former one again if the change fails.
      async onQueryStarted(change, { dispatch, getState, queryFulfilled }) {
        const { admin } = (getState() as AppState).session;
        if (!admin) return;
        const now = new Date();
        type Shown = Parameters<typeof afterStatusChange>[0] & { id: number };
        const update = (pin: Shown | null, owned: boolean) => {
          if (pin?.id === change.id)
            Object.assign(pin, afterStatusChange(pin, change, { owned, now, admin }));
        };
        const takeBack = dispatch(
          changeShown(["Pin", "Consumer"], {
            listPins: ({ rows }) => {
              for (const row of rows) update(row, row.userId !== null);
            },
            pinProfile: (pin) => update(pin, pin.userId !== null),
            listConsumers: ({ rows }) => {
              for (const { pin } of rows) update(pin, true);
            },
            consumerProfile: ({ pins }) => {
              for (const pin of pins.rows) update(pin, true);
            },
          }),
        );
        await queryFulfilled.catch(takeBack);
      },
      invalidatesTags: ofPinsAndOwners,
    }),
    updatePinName: build.mutation({
      ...endpoint("updatePinName"),
      onQueryStarted: showSaved<BodyFor<"updatePinName">>(({ id, name }) =>
        onPins((pin) => {
          if (pin.id === id) pin.name = name;
        }),
      ),
      invalidatesTags: tagsOnSuccess(...ofPinsAndOwners),
    }),
    updateDeviceName: build.mutation({
      ...endpoint("updateDeviceName"),
      onQueryStarted: showSaved<BodyFor<"updateDeviceName">>(({ id, name }) =>
        onPins(({ devices }) => {
          for (const device of devices) if (device.id === id) device.name = name;
        }),
      ),
      invalidatesTags: tagsOnSuccess(...ofPinsAndOwners),
    }),
    removeDevice: build.mutation({
      ...endpoint("removeDevice", ({ id, name }: { id: number; name: string }) => ({
        params: { id },
        body: { name },
      })),
      invalidatesTags: tagsOnSuccess(...ofPinsAndOwners),
    }),
  }),
});

export interface PinStatusChange {
  id: number;
  /** True to activate, false to deactivate. */
  status: boolean;
  comment: string;
}

type StatusFields = Pick<
  PinRow,
  "status" | "blocked" | "comment" | "pinDeactivationComments" | "statusChange"
>;

export interface ChangeContext {
  owned: boolean;
  now: Date;
  /** The admin who changes it. */
  admin: Pick<SignedInAdmin, "id" | "email" | "role">;
}

/**
 * A PIN's fields after the change. An activated PIN is Registered if it has an owner, and keeps its last
 * deactivation comment.
 */
export function afterStatusChange(
  before: StatusFields,
  { status, comment: typed }: PinStatusChange,
  { owned, now, admin: { id, email, role } }: ChangeContext,
): StatusFields {
  const latest = { comment: typed.trim(), createdAt: now.toISOString() };
  const statusChange = { ...latest, blocked: !status, role: roleLabels[role], admin: { id, email } };
  const { pinDeactivationComments: comments, comment } = before;
  if (status)
    return { status: owned, blocked: false, comment, pinDeactivationComments: comments, statusChange };
  return {
    status: false,
    blocked: true,
    comment: latest.comment,
    pinDeactivationComments: [latest, ...comments],
    statusChange,
  };
}
