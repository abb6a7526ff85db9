import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { type Answers, openSite, ornament, parentWith } from "./open-site.tsx";

export const newcomer = parentWith([]);
export const owner = parentWith([ornament]);

type Answer = Response | (() => Response);

/** Opens a screen for a signed-in parent. `entered` answers the sending of PINs. */
export function openAs(who: typeof owner, screenName: string, entered?: Answer) {
  localStorage.setItem("tokenUser", who.accessToken);
  const answers: Answers = { "/api/user/refresh": json(who) };
  if (entered) answers["/api/user/activate-pin"] = entered;
  return openSite(`/user/${screenName}`, answers);
}
export const enterFirst = (entered?: Answer) => openAs(newcomer, "activate-pin", entered);
export const enterMore = (entered?: Answer) => openAs(owner, "add-pin", entered);

export const pins = () => screen.findAllByRole<HTMLInputElement>("textbox", { name: "PIN" });
export const pin = async () => (await pins())[0] as HTMLInputElement;
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** Whether the ornament above the PIN field is lit. */
export const isLit = () => document.querySelector(".o-glass-ornament-glowing") !== null;
export const timesSaid = (text: string) => screen.queryAllByText(text).length;

/** The shown message for a wrong PIN. */
export const unknown = "We don’t know this PIN.";

interface Refusal {
  suggestion?: string;
  tries?: { left: number; breakSeconds: number };
}
/** The refusal of the first PIN. */
export const refusedFirst = ({ tries, ...suggested }: Refusal = {}) => {
  const errors = [{ path: "pin.0.pin", message: "We don't know this PIN.", ...suggested }];
  const message = "Some PIN codes could not be added.";
  return json({ error: true, code: "pins_refused", message, errors, tries }, 400);
};

/** Types the first PIN of an account, and sends it. */
export async function send(typed: string): Promise<void> {
  await userEvent.clear(await pin());
  await userEvent.type(await pin(), typed);
  await userEvent.click(button("Light up my ornament"));
}
