import { useState } from "react";
import { Checkbox } from "../ui/form-fields/checkbox.tsx";
import { newPasswordProblems, newPasswordRule } from "../ui/form-fields/new-password-rule.ts";
import { PasswordField } from "../ui/form-fields/password-field.tsx";
import { Select } from "../ui/form-fields/select.tsx";
import { TextArea } from "../ui/form-fields/text-area.tsx";
import { TextField } from "../ui/form-fields/text-field.tsx";
import { PinField } from "../ui/pin-field/pin-field.tsx";
import { Example } from "./example.tsx";

const error = "Enter an email address like name@example.com";
const hint = "We’ll send a link to this address.";
const months = [
  { value: "1", label: "January" },
  { value: "2", label: "February" },
];

function useText(initial = "") {
  const [value, onChange] = useState(initial);
  return { value, onChange };
}

export function TextFields() {
  return (
    <>
      <Example state="Empty, with a hint">
        <TextField label="Email" placeholder="name@example.com" hint={hint} {...useText()} />
      </Example>
      <Example state="Filled in, optional">
        <TextField label="Ornament name" optional {...useText("Grandma’s tree")} />
      </Example>
      <Example state="With an error and a hint">
        <TextField label="Email" error={error} hint={hint} {...useText("ann@")} />
      </Example>
      <Example state="Long text">
        <TextField
          label="A label that is so long that it breaks into a second line on a narrow screen"
          {...useText("a-very-long-address-that-does-not-fit-into-the-field@subdomain.example.com")}
        />
      </Example>
      <Example state="Read-only">
        <TextField label="Email" readOnly {...useText("ann@example.com")} />
      </Example>
      <Example state="Disabled">
        <TextField label="Email" disabled {...useText("ann@example.com")} />
      </Example>
      <Example state="Several lines">
        <TextArea
          label="Comment"
          maxLength={120}
          hint="At least 2 characters."
          {...useText("Reported as lost.")}
        />
      </Example>
      <Example state="Several lines with an error">
        <TextArea label="Comment" maxLength={120} error="At least 2 characters" {...useText("R")} />
      </Example>
    </>
  );
}

function NewPassword({ initial = "", error: message }: { initial?: string; error?: string }) {
  const text = useText(initial);
  return (
    <PasswordField
      label="Password"
      autoComplete="new-password"
      rule={newPasswordRule}
      problems={newPasswordProblems(text.value)}
      error={message}
      {...text}
    />
  );
}

export function PasswordAndPinFields() {
  return (
    <>
      <Example state="Password at sign-in">
        <PasswordField label="Password" autoComplete="current-password" {...useText("secret")} />
      </Example>
      <Example state="New password, empty">
        <NewPassword />
      </Example>
      <Example state="New password, wrong">
        <NewPassword initial="abcdefgh" error="Password must include upper-case, number" />
      </Example>
      <Example state="New password that meets the rule">
        <NewPassword initial="Abcdefg1" />
      </Example>
      <Example state="PIN, empty">
        <PinField label="PIN" hint="It is on the card in the box." {...useText()} />
      </Example>
      <Example state="PIN, large">
        <PinField label="PIN" large {...useText("ABCD-123")} />
      </Example>
      <Example state="PIN, filled in">
        <PinField label="PIN" {...useText("ABCD-123")} />
      </Example>
      <Example state="PIN with an error">
        <PinField label="PIN" error="This PIN is not valid" {...useText("ABCD-1")} />
      </Example>
    </>
  );
}

export function Choices() {
  const [news, setNews] = useState(true);
  const [size, setSize] = useState("small");
  return (
    <>
      <Example state="Select with a placeholder">
        <Select label="Birth month" placeholder="Month" options={months} {...useText()} />
      </Example>
      <Example state="Select with an error">
        <Select label="Birth month" placeholder="Month" options={months} error="Required" {...useText()} />
      </Example>
      <Example state="Select, chosen">
        <Select label="Birth month" options={months} {...useText("2")} />
      </Example>
      <Example state="Checkbox">
        <Checkbox label="Send me news" hint="At most once a month." checked={news} onChange={setNews} />
        <Checkbox label="Not chosen" checked={false} onChange={() => undefined} />
        <Checkbox label="Disabled" checked disabled onChange={() => undefined} />
        <Checkbox label="With an error" checked={false} error="Required" onChange={() => undefined} />
        <Checkbox
          label="A label that is so long that it breaks into several lines, at least on a narrow screen like a phone’s"
          checked={false}
          onChange={() => undefined}
        />
      </Example>
      <Example state="Radios">
        {["small", "large"].map((value) => (
          <Checkbox
            key={value}
            type="radio"
            name="size"
            label={value === "small" ? "Small" : "Large"}
            checked={size === value}
            onChange={() => setSize(value)}
          />
        ))}
      </Example>
    </>
  );
}
