import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import type { SignedInConsumer } from "@ornament/contracts/api/consumer-session";

/** Who is signed in, as the server describes it at sign-in and refresh; one of the two. */
export interface Principal {
  admin?: SignedInAdmin;
  user?: SignedInConsumer;
}

const named = (answer: object, name: string): boolean =>
  name in answer && typeof Reflect.get(answer, name) === "object" && Reflect.get(answer, name) !== null;

/** The person in an answer of sign-in or refresh, which names it `admin` or `user`. */
export function principalOf(answer: unknown): Principal | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { admin, user } = answer as Principal;
  if (admin && named(answer, "admin")) return { admin };
  // A consumer counts as signed in only once the email is confirmed.
  if (user && named(answer, "user") && user.isActivated) return { user };
  return undefined;
}
