import type { SignedInConsumer } from "@ornament/contracts/account/api";
import { limits } from "@ornament/contracts/values/limits";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { isApiError } from "../../app/calls/api-error.ts";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { OrnamentName } from "../../artwork/ornament-name.tsx";
import { useAction } from "../../forms/use-action.ts";
import { ErrorSummary } from "../../ui/form-fields/error-summary.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { CookieNotice, MainAction } from "../forms/form-card.tsx";
import { type ActivatedPins, useActivatePinsMutation } from "../ornaments/ornament-api.ts";
import type { EnteredOrnament } from "../ornaments/ornament-choice.ts";
import { deviceTokenOf, ownUserAgent, storeDeviceToken } from "../ornaments/this-device.ts";
import { countdownId, PinBreak, type PinBreakState, usePinBreak } from "./pin-break.tsx";
import { PinRowFields } from "./pin-row-fields.tsx";
import { pinFieldId, pinProblem } from "./pin-rows.ts";
import { type PinRows, usePinRows } from "./use-pin-rows.ts";

export interface PinsFormProps {
  user: SignedInConsumer;
  /**
   * Whether these are the account's first PINs: the same call then also binds this device to the first of
   * them.
   */
  first: boolean;
  /** The label of the main button. */
  action: string;
  onAdded: (answer: ActivatedPins, entered: readonly EnteredOrnament[]) => void;
  more?: ReactNode;
}

/** A form for one or more PINs with nicknames. The server adds all of them or none. */
export function PinsForm({ user, first, action, onAdded, more }: PinsFormProps) {
  const owned = user.pins.rows.map(({ pin }) => pin);
  const form = usePinRows(`pins.${user.id}.${first ? "first" : "more"}`, owned);
  const pinBreak = usePinBreak(user.id);
  const locked = pinBreak.secondsLeft > 0;
  const { busy, failure, send } = useSending(form, pinBreak, { user, first, onAdded });
  const [focus, setFocus] = useState<{ fieldId: string }>();
  useEffect(() => {
    if (focus) document.getElementById(focus.fieldId)?.focus();
  }, [focus]);

  useReasonInView(form, locked);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const remove = (id: number) => {
    const [rest] = form.rows.filter((row) => row.id !== id);
    form.remove(id);
    if (rest) setFocus({ fieldId: pinFieldId(rest) });
  };
  const [row, ...others] = form.rows;
  const maxRows = limits.ornamentsPerAccount - user.pins.count;

  return (
    <form noValidate onSubmit={submit}>
      <ErrorSummary {...form.summary} />
      {row && others.length === 0 && (
        <PinScene
          lit={pinProblem(row.pin) === undefined && form.pinHelpOf(row) === undefined}
          name={row.name}
        />
      )}
      {form.rows.map((row, index) => (
        <PinRowFields
          key={row.id}
          form={form}
          row={row}
          position={index + 1}
          locked={locked}
          onRemove={() => remove(row.id)}
        />
      ))}
      {form.rows.length < maxRows && (
        <Button
          tone="plain"
          className="o-another"
          onClick={() => setFocus({ fieldId: pinFieldId(form.add()) })}
        >
          <Icon name="plus" /> Add another ornament
        </Button>
      )}
      {first && <CookieNotice />}
      <Banner tone="error">{failure}</Banner>
      <PinBreak secondsLeft={pinBreak.secondsLeft} />
      <MainAction
        busy={busy}
        busyLabel="One moment…"
        disabled={locked}
        aria-describedby={locked ? countdownId : undefined}
        more={more}
      >
        {action}
      </MainAction>
    </form>
  );
}

/** Scrolls the reason of a refusal into view, with the ways on if there is room. A break does so itself. */
function useReasonInView({ rows, summary }: PinRows, locked: boolean) {
  const [row, ...others] = rows;
  const field = row && others.length === 0 && !locked ? pinFieldId(row) : undefined;
  const latest = useRef(field);
  latest.current = field;
  useEffect(() => {
    if (summary.attempt === 0 || latest.current === undefined) return;
    const error = document.getElementById(`${latest.current}-error`);
    const input = document.getElementById(latest.current);
    // From the least to the most important: a low window shows only the last ones.
    for (const part of [document.querySelector(".o-ways-on"), error, input])
      part?.scrollIntoView({ block: "nearest" });
  }, [summary.attempt]);
}

function useSending(
  form: PinRows,
  pinBreak: PinBreakState,
  { user, first, onAdded }: Pick<PinsFormProps, "user" | "first" | "onAdded">,
) {
  const [activate] = useActivatePinsMutation();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();

  const send = async () => {
    setFailure(undefined);
    if (!form.validate()) return;
    const pin = form.rows.map(({ pin, name }) => ({ pin, name: name.trim() }));
    const { data, error } = await activate({
      userId: user.id,
      email: user.email,
      pin,
      ...(first ? { device: ownUserAgent(), deviceToken: deviceTokenOf(localStore, user.id) } : {}),
    });
    if (!data) {
      const breakSeconds = breakOf(error);
      if (breakSeconds !== undefined) pinBreak.begin(breakSeconds);
      const message = form.showError(error);
      return setFailure(breakSeconds === undefined ? message : undefined);
    }
    form.forget();
    if (data.binding) storeDeviceToken(localStore, user.id, data.binding.device.deviceToken);
    onAdded(data, pin);
  };
  return { busy, failure, send: () => run(send) };
}

/** The seconds of the break that begins with this refusal; undefined if none begins. */
function breakOf(error: unknown): number | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === "pin_entry_limited") return error.retryAfter;
  return error.tries?.left === 0 ? error.tries.breakSeconds : undefined;
}

/**
 * The ornament above the PIN field. It lights up for a complete PIN and carries the nickname. Screen readers
 * skip it.
 */
function PinScene({ lit, name }: { lit: boolean; name: string }) {
  return (
    <div className="o-pin-scene">
      <GlassOrnament glowing={lit}>
        <OrnamentName name={name} />
      </GlassOrnament>
    </div>
  );
}
