import { groupedNumber } from "../../ui/grouped-number.ts";
import { StateMark } from "./state-mark.tsx";

/** 'Used x of y': good within the limit, bad above it. */
export function DeviceUse({ used, limit }: { used: number; limit: number }) {
  const over = used > limit;
  return (
    <StateMark tone={over ? "bad" : "good"}>
      Used {groupedNumber(used)} of {groupedNumber(limit)}
      {over && <span className="visually-hidden"> – over the limit</span>}
    </StateMark>
  );
}
