import { devices } from "@ornament/testing/people/ornaments";
import type { Act } from "./act.ts";
import { erased } from "./acts-of-families.ts";
import type { ActorName, Stage } from "./stage.ts";

type Consumer = Extract<ActorName, "paula" | "quinn">;

const enter = (
  { people }: Stage,
  who: Consumer,
  pins: readonly (readonly [pin: string, name: string])[],
  expected = 200,
) =>
  people[who].call("PUT", "/api/user/activate-pin", {
    body: {
      userId: people[who].id,
      email: people[who].email,
      pin: pins.map(([pin, name]) => ({ pin, name })),
    },
    expected,
  });
export const bind = async (
  { people, pinId, ids }: Stage,
  device: keyof typeof devices | "laptop",
  expected = 200,
) => {
  const userAgent = device === "laptop" ? people.ben.place.userAgent : devices[device].userAgent;
  const body = { pinId: pinId("WNTR-000"), device: userAgent, isCurrentDevice: true };
  // Each device is a browser without the cookies of another one.
  const headers = { cookie: "" };
  const answer = await people.paula.call("POST", "/api/user/device-pin", { body, headers, expected });
  if (expected === 200) ids.set(device, answer.body.device.id);
};

/** Parents enter PINs, name ornaments and bind devices; some of it is refused. */
export const actsWithOrnaments: readonly Act[] = [
  {
    by: "paula",
    does: "enters a PIN",
    play: (stage) => enter(stage, "paula", [["WNTR-000", "Fir tree"]]),
    leaves: [
      {
        action: "PIN registered",
        about: ["WNTR-000"],
        value: "WNTR-000",
        fromTo: [
          "Status: Not registered → Registered",
          "Owner: Nobody → Consumer {paula}",
          "Ornament name: (none) → Fir tree",
        ],
      },
    ],
  },
  {
    by: "quinn",
    does: "enters a PIN",
    play: (stage) => enter(stage, "quinn", [["WNTR-001", "Star"]]),
    leaves: [
      {
        action: "PIN registered",
        about: ["WNTR-001"],
        value: "WNTR-001",
        fromTo: [
          "Status: Not registered → Registered",
          "Owner: Nobody → Consumer {quinn}",
          `Ornament name: (none) → ${erased}`,
        ],
      },
    ],
  },
  {
    by: "paula",
    does: "enters the PIN of another account",
    play: (stage) => enter(stage, "paula", [["WNTR-001", "Mine"]], 400),
    leaves: [{ action: "PIN refused", about: ["WNTR-001"], value: "WNTR-001: belongs to another account" }],
  },
  {
    by: "paula",
    does: "binds a phone",
    play: (stage) => bind(stage, "iPhone"),
    leaves: [
      {
        action: "Device bound",
        about: ["WNTR-000"],
        value: "WNTR-000: Safari on iPhone",
        fromTo: ["Device: (none) → Safari on iPhone"],
      },
    ],
  },
  {
    by: "paula",
    does: "binds a tablet",
    play: (stage) => bind(stage, "iPad"),
    leaves: [
      {
        action: "Device bound",
        about: ["WNTR-000"],
        value: "WNTR-000: Safari on iPad",
        fromTo: ["Device: (none) → Safari on iPad"],
      },
    ],
  },
  {
    by: "paula",
    does: "binds one device more than the limit",
    play: (stage) => bind(stage, "laptop", 409),
    leaves: [
      {
        action: "Device refused",
        about: ["WNTR-000"],
        value: "WNTR-000: device limit reached, Firefox on Linux",
      },
    ],
  },
  {
    by: "paula",
    does: "renames an ornament",
    play: ({ people, pinId }) =>
      people.paula.call("PUT", "/api/user/update-pin-name", {
        body: { id: pinId("WNTR-000"), name: "Spruce" },
      }),
    leaves: [
      {
        action: "Ornament renamed",
        about: ["WNTR-000"],
        value: "WNTR-000: Spruce",
        fromTo: ["Ornament name: Fir tree → Spruce"],
      },
    ],
  },
  {
    by: "paula",
    does: "enters two PINs in one request",
    play: (stage) =>
      enter(stage, "paula", [
        ["WNTR-002", "Sleigh"],
        ["WNTR-003", ""],
      ]),
    leaves: [
      {
        action: "PIN registered",
        about: ["WNTR-002"],
        value: "WNTR-002",
        fromTo: [
          "Status: Not registered → Registered",
          "Owner: Nobody → Consumer {paula}",
          "Ornament name: (none) → Sleigh",
        ],
      },
      {
        action: "PIN registered",
        about: ["WNTR-003"],
        value: "WNTR-003",
        fromTo: [
          "Status: Not registered → Registered",
          "Owner: Nobody → Consumer {paula}",
          "Ornament name: (none) → (empty)",
        ],
      },
    ],
  },
  {
    by: "paula",
    does: "chooses the current ornament",
    play: ({ people, pinId }) =>
      people.paula.call("PUT", "/api/user/select-pin", { body: { pinId: pinId("WNTR-002") } }),
    leaves: [
      {
        action: "Ornament selected",
        about: ["WNTR-002"],
        value: "WNTR-002",
        fromTo: ["Current ornament: (none) → WNTR-002"],
      },
    ],
  },
  {
    by: "paula",
    does: "subscribes to marketing emails",
    play: ({ people }) =>
      people.paula.call("PUT", "/api/user/update-marketing-email", { body: { marketingEmail: true } }),
    leaves: [
      {
        action: "Marketing emails changed",
        value: "Subscribed",
        fromTo: ["Marketing emails: Unsubscribed → Subscribed"],
      },
    ],
  },
  {
    by: "paula",
    does: "forgets a device",
    play: ({ people, ids }) =>
      people.paula.call("PUT", "/api/user/remove-devices", { body: { devices: [ids.get("iPhone")] } }),
    leaves: [
      {
        action: "Device removed",
        about: ["WNTR-000"],
        value: "WNTR-000",
        fromTo: ["Device: Safari on iPhone → Removed"],
      },
    ],
  },
];
