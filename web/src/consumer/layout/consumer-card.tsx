import { type JourneyStep, Steps } from "../../ui/progress/steps.tsx";
import { PlainCard, type PlainCardProps } from "./plain-card.tsx";

export interface ConsumerCardProps extends Omit<PlainCardProps, "steps" | "busy"> {
  step?: JourneyStep | undefined;
}

/** A screen of the consumer site: the wordmark, the steps of the registration, and one card. */
export const ConsumerCard = ({ step, ...card }: ConsumerCardProps) => (
  <PlainCard {...card} steps={step && <Steps current={step} />} />
);
