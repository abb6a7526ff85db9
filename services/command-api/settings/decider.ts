import type { SettingEvent } from "@ornament/contracts/settings/events";
import type { SettingName } from "@ornament/contracts/values/settings";
import type { Decider } from "@ornament/platform/commands/decider";

/** The setting's value; `null` until it is set for the first time. */
export interface SettingState {
  value: string | number | null;
}

export interface SettingCommand {
  type: "ChangeSetting";
  name: SettingName;
  value: string | number;
}

export const settingDecider: Decider<SettingState, SettingCommand, SettingEvent> = {
  initialState: () => ({ value: null }),
  decide({ name, value }, state) {
    return value === state.value
      ? []
      : [{ type: "SettingChanged", data: { name, from: state.value, to: value } }];
  },
  // One decides. A repeated command is found among the others.
  newest: 128,
  evolve: (_state, event) => ({ value: event.data.to }),
};
