import { underAgeMessage } from "@ornament/contracts/registration/age";
import { requiredMessage } from "@ornament/contracts/values/email";
import { useState } from "react";
import { useNavigate } from "react-router";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { useForm } from "../../forms/use-form.ts";
import { ErrorSummary } from "../../ui/form-fields/error-summary.tsx";
import { Select } from "../../ui/form-fields/select.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { MainAction } from "../forms/form-card.tsx";
import { ConsumerCard, SignedOutFooter } from "../layout/card.tsx";
import { birthDateForm, birthMonths, birthYears, isAdultOn } from "./birth-date.ts";
import { storeAgeVerified } from "./pending-registration.ts";

/** Only adults may create accounts. The birth date is checked in the browser and never sent. */
export function VerifyAgePage() {
  const navigate = useNavigate();
  const form = useForm({
    initial: { month: "", year: "" },
    labels: { month: "Birth month", year: "Birth year" },
    check: ({ month, year }) => ({
      month: month === "" ? requiredMessage : undefined,
      year: year === "" ? requiredMessage : undefined,
    }),
    keep: { as: birthDateForm },
  });
  const [refused, setRefused] = useState(false);

  const choose = (name: "month" | "year") => {
    const { onChange, ...field } = form.field(name);
    return {
      ...field,
      onChange: (value: string) => {
        setRefused(false);
        onChange(value);
      },
    };
  };

  const submit = form.submit((birth) => {
    const adult = isAdultOn(new Date(), birth);
    storeAgeVerified(localStore, adult);
    if (adult) void navigate("/registration");
    else setRefused(true);
  });

  return (
    <ConsumerCard
      title="When were you born?"
      step="Account"
      footer={<SignedOutFooter to="/login" label="I already have an account" />}
    >
      <form noValidate onSubmit={submit}>
        <p className="o-lead">Accounts are for parents and other adults aged 18 or over.</p>
        <ErrorSummary {...form.summary} />
        <div className="o-two-columns">
          <Select
            {...choose("month")}
            label="Birth month"
            placeholder="Month"
            options={birthMonths}
            autoComplete="bday-month"
            required
          />
          <Select
            {...choose("year")}
            label="Birth year"
            placeholder="Year"
            options={birthYears(new Date())}
            autoComplete="bday-year"
            required
          />
        </div>
        <Banner tone="error">{refused && underAgeMessage}</Banner>
        <MainAction>Continue</MainAction>
      </form>
    </ConsumerCard>
  );
}
