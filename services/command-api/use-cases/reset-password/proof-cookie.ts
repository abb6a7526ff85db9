import { limits } from "@ornament/contracts/domain/limits";
import { sessionCookie } from "@ornament/platform/http/cookies";

/**
 * The cookie with the proof that the right code was entered in a browser. It is needed to set the new
 * password.
 */
export const proofCookie = (publicUrl: string) =>
  sessionCookie({
    name: "resetProof",
    path: "/api/user",
    secure: new URL(publicUrl).protocol === "https:",
    maxAgeSeconds: limits.resetCodeMilliseconds / 1000,
  });
