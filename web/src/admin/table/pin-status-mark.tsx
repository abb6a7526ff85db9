import { StateMark } from "./state-mark.tsx";

export function PinStatusMark({ registered }: { registered: boolean }) {
  return (
    <StateMark tone={registered ? "good" : "plain"}>{registered ? "Registered" : "Not Registered"}</StateMark>
  );
}
