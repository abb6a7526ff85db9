import type { Act } from "./act.ts";
import { bind } from "./acts-with-ornaments.ts";
import type { Stage } from "./stage.ts";

const setStatus = (
  { people, pinId }: Stage,
  by: "ben" | "cleo",
  pin: string,
  status: boolean,
  comment: string,
) => people[by].call("PUT", "/api/admin/update-pin-status", { body: { id: pinId(pin), status, comment } });
const changeEmail = ({ people: { ben, paula } }: Stage, email: string, expected = 200) =>
  ben.call("PUT", "/api/admin/update-user-email", { body: { id: paula.id, email }, expected });

/** Support and IT Admins change what consumers have, and look at it. */
export const actsOfSupport: readonly Act[] = [
  {
    by: "cleo",
    does: "opens the profile of a consumer",
    play: ({ people: { cleo, paula } }) => cleo.call("GET", `/api/admin/user-profile/${paula.id}`),
    leaves: [{ action: "Profile opened", about: ["paula"] }],
  },
  {
    by: "cleo",
    does: "names a device",
    play: ({ people, ids }) =>
      people.cleo.call("PUT", "/api/admin/update-device-name", {
        body: { id: ids.get("iPad"), name: "Kitchen iPad" },
      }),
    leaves: [
      {
        action: "Device renamed",
        about: ["WNTR-000", "paula"],
        value: "WNTR-000: Kitchen iPad",
        fromTo: ["Device: Safari on iPad → Kitchen iPad"],
      },
    ],
  },
  {
    by: "cleo",
    does: "renames an ornament",
    play: ({ people, pinId }) =>
      people.cleo.call("PUT", "/api/admin/update-pin-name", {
        body: { id: pinId("WNTR-000"), name: "Spruce of Paula" },
      }),
    leaves: [
      {
        action: "Ornament renamed",
        about: ["WNTR-000", "paula"],
        value: "WNTR-000: Spruce of Paula",
        fromTo: ["Ornament name: Spruce → Spruce of Paula"],
      },
    ],
  },
  {
    by: "cleo",
    does: "unsubscribes a consumer",
    play: ({ people: { cleo, paula } }) =>
      cleo.call("PUT", "/api/admin/update-user-marketing-email", {
        body: { id: paula.id, marketingEmail: false },
      }),
    leaves: [
      {
        action: "Marketing emails changed",
        about: ["paula"],
        value: "Unsubscribed",
        fromTo: ["Marketing emails: Subscribed → Unsubscribed"],
      },
    ],
  },
  {
    by: "ben",
    does: "changes the email address of a consumer",
    play: async (stage) => {
      stage.people.paula.email = "paula.spruce@example.com";
      await changeEmail(stage, stage.people.paula.email);
    },
    leaves: [
      {
        action: "Consumer email changed",
        about: ["paula"],
        value: "paula.spruce@example.com",
        fromTo: ["Email: paula.pine@example.com → paula.spruce@example.com"],
      },
    ],
  },
  {
    by: "ben",
    does: "chooses an email address that another consumer has",
    play: (stage) => changeEmail(stage, stage.people.quinn.email, 409),
    leaves: [{ action: "Consumer email change refused", about: ["paula"], value: "quinn.fir@example.com" }],
  },
  {
    by: "cleo",
    does: "deactivates a PIN",
    play: (stage) => setStatus(stage, "cleo", "WNTR-000", false, "Lost by the carrier"),
    leaves: [
      {
        action: "PIN deactivated",
        about: ["WNTR-000", "paula"],
        value: "WNTR-000: Lost by the carrier",
        fromTo: ["Status: Registered → Deactivated"],
      },
    ],
  },
  {
    by: "paula",
    does: "opens a deactivated PIN",
    play: (stage) => bind(stage, "laptop", 409),
    leaves: [
      { action: "Device refused", about: ["WNTR-000"], value: "WNTR-000: PIN deactivated, Firefox on Linux" },
    ],
  },
  {
    by: "cleo",
    does: "activates a PIN again",
    play: (stage) => setStatus(stage, "cleo", "WNTR-000", true, "Found again"),
    leaves: [
      {
        action: "PIN activated",
        about: ["WNTR-000", "paula"],
        value: "WNTR-000: Found again",
        fromTo: ["Status: Deactivated → Registered"],
      },
    ],
  },
  {
    by: "ben",
    does: "deactivates a PIN that nobody has entered",
    play: (stage) => setStatus(stage, "ben", "WNTR-009", false, "Stolen from the shelf"),
    leaves: [
      {
        action: "PIN deactivated",
        about: ["WNTR-009"],
        value: "WNTR-009: Stolen from the shelf",
        fromTo: ["Status: Not registered → Deactivated"],
      },
    ],
  },
  {
    by: "cleo",
    does: "removes a device",
    play: ({ people, ids }) => people.cleo.call("DELETE", `/api/admin/remove-device/${ids.get("iPad")}`),
    leaves: [
      {
        action: "Device removed",
        about: ["WNTR-000", "paula"],
        value: "WNTR-000",
        fromTo: ["Device: Kitchen iPad → Removed"],
      },
    ],
  },
  {
    by: "cleo",
    does: "exports the Consumers table",
    play: ({ people }) => people.cleo.call("GET", "/api/admin/export/users"),
    leaves: [{ action: "Table exported", value: "Consumers, CSV" }],
  },
  {
    by: "ben",
    does: "exports a part of the System action log",
    play: ({ people }) => people.ben.call("GET", "/api/admin/export/action-logs?query=pin"),
    leaves: [{ action: "Table exported", value: "System action log, CSV, narrowed" }],
  },
  {
    by: "ada",
    does: "prints the Pins table",
    play: ({ people }) =>
      people.ada.call("POST", "/api/admin/looks", {
        body: { type: "export", table: "pins", format: "print", consumerId: null, narrowed: false },
      }),
    leaves: [{ action: "Table exported", value: "Pins, print" }],
  },
  {
    by: "quinn",
    does: "enters wrong PINs until the entry is paused",
    play: async (stage) => {
      const wrong = ["QAZ1-W2S", "X3ED-C4R", "F5TG-B6Y", "H7UJ-M8I", "K9OL-P0Q", "ZX1C-V2B", "N3MA-S4D"];
      const more = ["G6HJ-K7L", "QW8E-R9T", "YU1I-O2P", "LK3J-H4G", "FD5S-A6Z"];
      for (const pin of [...wrong, ...more]) {
        const body = {
          userId: stage.people.quinn.id,
          email: stage.people.quinn.email,
          pin: [{ pin, name: "" }],
        };
        const { quinn } = stage.people;
        const { status } = await quinn.call("PUT", "/api/user/activate-pin", { body, expected: "any" });
        if (status === 429) return;
      }
      throw new Error("The entry was not paused");
    },
    leaves: [{ action: "PIN entry paused", value: "for 15 minutes" }],
  },
];
