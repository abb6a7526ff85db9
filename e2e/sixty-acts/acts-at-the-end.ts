import { mailTo } from "@ornament/testing/people/parents";
import type { Act } from "./act.ts";

/** Passwords are forgotten, roles change, and accounts end. */
const wrongCode = (last: boolean): Act => ({
  by: "paula",
  does: last ? "enters the last wrong code" : "enters a wrong code",
  withoutSession: true,
  play: async ({ people: { paula }, url }) => {
    const { text } = await mailTo(url, paula.email, /code|password/i);
    const code = /^\d{6}$/m.exec(text)?.[0] ?? "";
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    await paula.callSignedOut("POST", "/api/user/verify-code", {
      body: { email: paula.email, code: wrong },
      expected: 400,
    });
  },
  leaves: last
    ? [{ action: "Password reset code refused" }, { action: "Password reset code locked" }]
    : [{ action: "Password reset code refused" }],
});

export const actsAtTheEnd: readonly Act[] = [
  {
    by: "paula",
    does: "forgets the password",
    withoutSession: true,
    play: ({ people: { paula } }) =>
      paula.callSignedOut("POST", "/api/user/reset-password", { body: { email: paula.email } }),
    leaves: [{ action: "Password reset requested" }],
  },
  wrongCode(false),
  wrongCode(false),
  wrongCode(false),
  wrongCode(false),
  wrongCode(true),
  {
    by: "paula",
    does: "sets a password with the link of the mail",
    withoutSession: true,
    play: async ({ people: { paula }, url }) => {
      const { text } = await mailTo(url, paula.email, /code|password/i);
      const token = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").searchParams.get("token");
      paula.password = "Paula-Again-2026";
      const body = { password: paula.password, token };
      await paula.callSignedOut("POST", `/api/user/reset-password/${paula.id}`, { body });
    },
    leaves: [{ action: "Password reset" }],
  },
  {
    by: "ben",
    does: "makes a support agent an Auditor",
    play: ({ people: { ben, cleo } }) =>
      ben.call("PUT", "/api/admin/update-profile", { body: { id: cleo.id, role: "AUDITOR" } }),
    leaves: [
      {
        action: "Admin role changed",
        about: ["cleo"],
        value: "cleo.winter@ornament.test, Auditor",
        fromTo: ["Role: Customer support → Auditor"],
      },
    ],
  },
  {
    by: "cleo",
    as: "Auditor",
    does: "signs in",
    play: ({ people }) => people.cleo.signIn("admin"),
    leaves: [{ action: "Signed in" }],
  },
  {
    by: "cleo",
    as: "Auditor",
    does: "opens the profile of a consumer",
    play: ({ people: { cleo, quinn } }) => cleo.call("GET", `/api/admin/user-profile/${quinn.id}`),
    leaves: [{ action: "Profile opened", about: ["quinn"] }],
  },
  {
    by: "cleo",
    as: "Auditor",
    does: "exports the log of a consumer",
    play: ({ people: { cleo, quinn } }) =>
      cleo.call("GET", `/api/admin/export/action-logs?userId=${quinn.id}`),
    leaves: [{ action: "Table exported", about: ["quinn"], value: "Actions log of a consumer, CSV" }],
  },
  {
    by: "cleo",
    as: "Auditor",
    does: "signs out",
    play: ({ people }) => people.cleo.signOut("admin"),
    leaves: [{ action: "Signed out" }],
  },
  {
    by: "quinn",
    does: "deletes the account",
    play: ({ people: { quinn } }) => quinn.call("DELETE", `/api/user/delete/${quinn.id}`),
    leaves: [
      { action: "Account deleted", fromTo: ["Account: Confirmed → Deleted"] },
      {
        action: "PIN released",
        about: ["WNTR-001"],
        value: "WNTR-001",
        fromTo: ["Status: Registered → Not registered", "Owner: Consumer {quinn} → Nobody"],
      },
      { action: "Signed out" },
    ],
  },
  {
    by: "ada",
    does: "deletes an admin",
    play: ({ people, ids }) => people.ada.call("DELETE", `/api/admin/delete/${ids.get("dora")}`),
    leaves: [
      {
        action: "Admin account deleted",
        about: ["dora"],
        value: "dora.snow@ornament.test",
        fromTo: ["Account: Active → Deleted"],
      },
    ],
  },
];
