import { type Location, Navigate, useLocation } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";

/** The history state that the forget-device screen passes to this one. */
export interface Forgotten {
  names: readonly string[];
}

const namesOf = ({ state }: Location): readonly string[] | undefined => {
  const names: unknown = (state as Partial<Forgotten> | null)?.names;
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : undefined;
};

export function DeviceForgottenPage() {
  const names = namesOf(useLocation());
  if (!names) return <Navigate to="/user/pin-authorization" replace />;
  return (
    <SignedInCard title={names.length === 1 ? "Device forgotten" : "Devices forgotten"}>
      <p>There is now room for this device. We have forgotten:</p>
      <ul>
        {names.map((name, index) => (
          // Two devices can have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="o-break">
            {name}
          </li>
        ))}
      </ul>
      <div className="o-main-action">
        <ButtonLink to="/user/pin-authorization" tone="action" wide>
          Next
        </ButtonLink>
      </div>
    </SignedInCard>
  );
}
