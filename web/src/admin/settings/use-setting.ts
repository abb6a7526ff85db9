import { requiredMessage } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
import { deviceLimitMessage, playerUrlProblem } from "@ornament/contracts/values/settings";
import { type FormEvent, useState } from "react";
import { type ChangedMeanwhile, changedMeanwhile, isNewer } from "../../app/api/changed-meanwhile.ts";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { useTypedText } from "../typed-text/typed-text.tsx";

/** A setting's value, and the version it was read at. */
export interface ReadSetting {
  value: string;
  version: string;
}

/** A setting that can be read again; `undefined` if that isn't possible now. */
export interface SettingCardProps {
  setting: ReadSetting;
  reload: () => Promise<ReadSetting | undefined>;
}

/**
 * The state of a setting's card: a field, a dialog that asks for confirmation, then a message. After somebody
 * else's change the typed text stays, and the next confirmation saves it with the new version.
 */
export function useSetting(
  { setting, reload }: SettingCardProps,
  name: string,
  problemOf: (text: string) => string | undefined,
  save: (
    text: string,
    version: string,
  ) => Promise<{ data?: { message: string } | undefined; error?: unknown }>,
) {
  /** The typed text, and the version that was shown then. */
  const [typed, setTyped] = useState<{ text: string; version: string }>();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();
  const [change, setChange] = useState<ChangedMeanwhile>();
  const text = typed?.text ?? setting.value;
  const version = typed?.version ?? setting.version;
  const unsaved = done === undefined && text.trim() !== setting.value;
  useTypedText(name, unsaved);

  const showSaved = async (message: string) => {
    setDone(message);
    setTyped({ text: text.trim(), version });
    const fresh = await reload();
    if (fresh && isNewer(fresh.version, version)) setTyped(undefined);
  };
  const showRefused = async (error: unknown) => {
    const found = changedMeanwhile(error);
    if (!found) return setProblem(fieldErrorsOf(error).value ?? messageOf(error));
    setChange(found);
    const fresh = await reload();
    setTyped({ text, version: fresh?.version ?? version });
  };

  return {
    text,
    asking,
    problem,
    change,
    type: (next: string) => {
      setTyped({ text: next, version });
      setProblem(undefined);
      setDone(undefined);
    },
    ask: (event: FormEvent) => {
      event.preventDefault();
      setDone(undefined);
      setChange(undefined);
      const found = problemOf(text.trim());
      setProblem(found);
      setAsking(found === undefined);
    },
    cancel: () => setAsking(false),
    confirm: async () => {
      const { data, error } = await save(text.trim(), version);
      setAsking(false);
      await (data ? showSaved(data.message) : showRefused(error));
    },
    banner: {
      tone: "success" as const,
      children: done,
      dismissAfterMs: limits.bannerMilliseconds,
      onDismiss: () => setDone(undefined),
    },
  };
}

/** The message for a device limit; `undefined` for a whole number within its bounds. */
export function deviceLimitProblem(text: string): string | undefined {
  if (text === "") return requiredMessage;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= limits.largestDeviceLimit ? undefined : deviceLimitMessage;
}

export const playerLinkProblem = (text: string): string | undefined =>
  text === "" ? requiredMessage : playerUrlProblem(text);
