import { pinFile } from "@ornament/testing/files/pin-file";
import type { Act, Expected } from "./act.ts";
import type { Stage } from "./stage.ts";

const create = async (stage: Stage, name: string, body: object) => {
  const answer = await stage.people.ada.call("POST", "/api/admin/registration", { body });
  stage.ids.set(name, answer.body.id);
};
const change = ({ people, ids }: Stage, name: string, body: object) =>
  people.ada.call("PUT", "/api/admin/update-profile", { body: { id: ids.get(name), ...body } });
const set = ({ people }: Stage, name: string, value: string | number) =>
  people.ada.call("POST", "/api/admin/update-setting", { body: { name, value } });

const created = (name: string, email: string, role: string, fullName: string): Expected => ({
  action: "Admin account created",
  about: [name],
  value: `${email}, ${role}`,
  fromTo: [`Email: (none) → ${email}`, `Role: (none) → ${role}`, `Name: (none) → ${fullName}`],
});

/** IT Admins create accounts, import PINs and choose the settings. */
export const actsBeforeTheSeason: readonly Act[] = [
  {
    by: "ada",
    does: "signs in",
    play: async ({ people, ids }) => {
      await people.ada.signIn("admin");
      ids.set("ada", people.ada.id);
    },
    leaves: [{ action: "Signed in" }],
  },
  {
    by: "ada",
    does: "creates an IT Admin with a password",
    play: (stage) => {
      const { email, password } = stage.people.ben;
      return create(stage, "ben", { email, password, firstName: "Ben", lastName: "Frost", role: "ADMIN" });
    },
    leaves: [created("ben", "ben.frost@ornament.test", "IT Admin", "Ben Frost")],
  },
  {
    by: "ada",
    does: "creates a support agent without names",
    play: (stage) => {
      const { email, password } = stage.people.cleo;
      return create(stage, "cleo", { email, password, role: "MEMBER" });
    },
    leaves: [created("cleo", "cleo.winter@ornament.test", "Customer support", "(empty)")],
  },
  {
    by: "ada",
    does: "invites an admin, who gets a link for the password",
    play: (stage) =>
      create(stage, "dora", {
        email: "dora@ornament.test",
        firstName: "Dora",
        lastName: "Snow",
        role: "MEMBER",
      }),
    leaves: [
      created("dora", "dora@ornament.test", "Customer support", "Dora Snow"),
      { action: "Admin password link requested", about: ["dora"] },
    ],
  },
  {
    by: "ada",
    does: "imports a file of PINs with a duplicate and bad rows",
    play: async ({ people, ids }) => {
      const form = new FormData();
      form.append("file", new Blob([pinFile(30)], { type: "text/csv" }), "winter.csv");
      ids.set(
        "import",
        (await people.ada.call("POST", "/api/admin/import/csv", { raw: form })).body.importId,
      );
    },
    leaves: [
      {
        action: "PINs imported",
        about: ["import"],
        value: "winter.csv: 30 PINs added, 1 duplicate, 2 bad rows",
      },
    ],
  },
  {
    by: "ada",
    does: "sets the device limit for the first time",
    play: (stage) => set(stage, "numberDevices", 3),
    leaves: [
      {
        action: "Setting changed",
        about: ["setting-numberDevices"],
        value: "Device limit changed: 3",
        fromTo: ["Device limit: 5 → 3"],
      },
    ],
  },
  {
    by: "ada",
    does: "changes the device limit",
    play: (stage) => set(stage, "numberDevices", 2),
    leaves: [
      {
        action: "Setting changed",
        about: ["setting-numberDevices"],
        value: "Device limit changed: 3 → 2",
        fromTo: ["Device limit: 3 → 2"],
      },
    ],
  },
  {
    by: "ada",
    does: "sets the link to the player",
    play: (stage) => set(stage, "playerUrl", "https://player.ornament.test/"),
    leaves: [
      {
        action: "Setting changed",
        about: ["setting-playerUrl"],
        value: "Player link changed: https://player.ornament.test/",
        fromTo: ["Player link: (none) → https://player.ornament.test/"],
      },
    ],
  },
  {
    by: "ben",
    does: "signs in",
    play: ({ people }) => people.ben.signIn("admin"),
    leaves: [{ action: "Signed in" }],
  },
  {
    by: "ben",
    does: "changes their own name",
    play: ({ people: { ben } }) =>
      ben.call("PUT", "/api/admin/update", {
        body: { id: ben.id, firstName: "Benjamin", lastName: "Frost" },
      }),
    leaves: [
      { action: "Admin name changed", value: "Benjamin Frost", fromTo: ["Name: Ben Frost → Benjamin Frost"] },
    ],
  },
  {
    by: "ada",
    does: "changes the email address, role, names and password of an admin in one request",
    play: (stage) =>
      change(stage, "dora", {
        email: "dora.snow@ornament.test",
        role: "AUDITOR",
        firstName: "Dora",
        lastName: "Frost",
        password: "Dora-Snow-2026",
      }),
    leaves: [
      {
        action: "Admin email changed",
        about: ["dora"],
        value: "dora.snow@ornament.test",
        fromTo: ["Email: dora@ornament.test → dora.snow@ornament.test"],
      },
      {
        action: "Admin role changed",
        about: ["dora"],
        value: "dora.snow@ornament.test, Auditor",
        fromTo: ["Role: Customer support → Auditor"],
      },
      {
        action: "Admin name changed",
        about: ["dora"],
        value: "Dora Frost",
        fromTo: ["Name: Dora Snow → Dora Frost"],
      },
      { action: "Admin password set", about: ["dora"] },
    ],
  },
  {
    by: "cleo",
    does: "signs in",
    play: ({ people }) => people.cleo.signIn("admin"),
    leaves: [{ action: "Signed in" }],
  },
  {
    by: "cleo",
    does: "sets their own name and password",
    play: async ({ people: { cleo } }) => {
      cleo.password = "Cleo-Again-2026";
      const names = { firstName: "Cleo", lastName: "Winter" };
      await cleo.call("PUT", "/api/admin/update", {
        body: { id: cleo.id, ...names, password: cleo.password },
      });
    },
    leaves: [
      { action: "Admin name changed", value: "Cleo Winter", fromTo: ["Name: (empty) → Cleo Winter"] },
      { action: "Admin password set" },
    ],
  },
];
