import { mailTo, tokenOf } from "@ornament/testing/people/parents";
import type { Act } from "./act.ts";
import type { ActorName, Stage } from "./stage.ts";

type Consumer = Extract<ActorName, "paula" | "quinn">;

const register = ({ people }: Stage, who: Consumer, marketEmail: boolean) => {
  const { email, password } = people[who];
  return people[who].call("POST", "/api/user/registration", { body: { email, password, marketEmail } });
};
const confirm = async ({ people, url }: Stage, who: Consumer) => {
  const token = tokenOf(await mailTo(url, people[who].email));
  await people[who].call("POST", "/api/user/activate", { body: { token } });
};
/** The personal data of a deleted consumer, which nobody can read. */
export const erased = "(erased)";

/**
 * Parents register and sign in. Quinn's account is deleted later, so the answers have no personal data of
 * Quinn.
 */
export const actsOfFamilies: readonly Act[] = [
  {
    by: "paula",
    does: "registers",
    withoutSession: true,
    play: (stage) => register(stage, "paula", false),
    leaves: [
      {
        action: "Account registered",
        value: "paula.pine@example.com",
        fromTo: [
          "Account: (none) → Registered",
          "Email: (none) → paula.pine@example.com",
          "Marketing emails: (none) → Unsubscribed",
        ],
      },
    ],
  },
  {
    by: "cleo",
    does: "sends the confirmation link to a consumer",
    play: ({ people: { cleo, paula } }) =>
      cleo.call("POST", "/api/admin/resend-activate-link", { body: { email: paula.email } }),
    leaves: [{ action: "Activation link requested", about: ["paula"] }],
  },
  {
    by: "paula",
    does: "confirms the email address",
    withoutSession: true,
    play: (stage) => confirm(stage, "paula"),
    leaves: [
      { action: "Email confirmed", fromTo: ["Account: Registered → Confirmed"] },
      { action: "Signed in", startsSession: true },
    ],
  },
  {
    by: "quinn",
    does: "registers with the consent to marketing emails",
    withoutSession: true,
    play: (stage) => register(stage, "quinn", true),
    leaves: [
      {
        action: "Account registered",
        value: erased,
        fromTo: [
          "Account: (none) → Registered",
          `Email: (none) → ${erased}`,
          "Marketing emails: (none) → Subscribed",
        ],
      },
    ],
  },
  {
    by: "quinn",
    does: "confirms the email address",
    withoutSession: true,
    play: (stage) => confirm(stage, "quinn"),
    leaves: [
      { action: "Email confirmed", fromTo: ["Account: Registered → Confirmed"] },
      { action: "Signed in", startsSession: true },
    ],
  },
  {
    by: "paula",
    does: "signs in",
    play: ({ people }) => people.paula.signIn("user"),
    leaves: [{ action: "Signed in" }],
  },
  {
    by: "quinn",
    does: "signs in",
    play: ({ people }) => people.quinn.signIn("user"),
    leaves: [{ action: "Signed in" }],
  },
];
