import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import type { SignedInConsumer } from "@ornament/contracts/api/consumer-session";

/** The signed-in admin or consumer, as sign-in and refresh return it. */
export interface Principal {
  admin?: SignedInAdmin;
  user?: SignedInConsumer;
}

const named = (answer: object, name: string): boolean =>
  name in answer && typeof Reflect.get(answer, name) === "object" && Reflect.get(answer, name) !== null;

/**
 * The signed-in person in an answer of sign-in or refresh. Undefined if there is none, or a consumer's email
 * isn't confirmed.
 */
export function principalOf(answer: unknown): Principal | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { admin, user } = answer as Principal;
  if (admin && named(answer, "admin")) return { admin };
  if (user && named(answer, "user") && user.isActivated) return { user };
  return undefined;
}
