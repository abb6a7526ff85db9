import { missingParts, passwordRule } from "@ornament/contracts/values/password";
import { type Ref, useState } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, fieldTexts } from "./field-frame.tsx";

export interface PasswordFieldProps extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  autoComplete: "new-password" | "current-password";
  /** Shows the rule of a new password as a checklist once something is typed. */
  checklist?: boolean | undefined;
  required?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function PasswordField(props: PasswordFieldProps) {
  const [texts, { onChange, checklist = false, required, ref = null, ...rest }] = fieldTexts(props);
  const [shown, setShown] = useState(false);
  const { label } = texts;
  const name = typeof label === "string" ? label.toLowerCase() : "password";
  // From the first key on, so that an empty form is not full of missing parts.
  const checked = checklist && rest.value !== "";
  return (
    <FieldFrame {...texts} more={checked ? ["rule"] : []}>
      {(wiring) => (
        <>
          <div className="o-password">
            <Form.Control
              {...rest}
              {...wiring}
              ref={ref}
              type={shown ? "text" : "password"}
              aria-required={required}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
            />
            <button
              type="button"
              className="o-password-toggle"
              aria-label={`${shown ? "Hide" : "Show"} ${name}`}
              // The field keeps the focus, so that a phone keeps its keyboard open.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setShown(!shown)}
            >
              {shown ? "Hide" : "Show"}
            </button>
          </div>
          {checked && <Checklist id={`${wiring.id}-rule`} password={rest.value} refused={wiring.isInvalid} />}
        </>
      )}
    </FieldFrame>
  );
}

/** The texts of the rule's parts. The rule itself is in contracts. */
const labels = {
  "8 characters": "At least 8 characters",
  "upper-case": "An upper-case letter",
  "lower-case": "A lower-case letter",
  number: "A number",
} as const satisfies Record<(typeof passwordRule)[number]["part"], string>;

/** Of a refused password it marks the missing parts. Then only screen readers need the sentence that names them. */
function Checklist({ id, password, refused }: { id: string; password: string; refused: boolean }) {
  const missing = missingParts(password).map(({ part }) => part);
  return (
    <ul className={`o-rules list-unstyled${refused && missing.length > 0 ? " o-rules-refused" : ""}`} id={id}>
      {passwordRule.map(({ part }) => {
        const met = !missing.includes(part);
        return (
          <li key={part} className={met ? "o-rule o-rule-met" : "o-rule"}>
            <span className="o-rule-mark" aria-hidden="true">
              {met ? "✓" : refused ? "!" : ""}
            </span>
            <span>
              {labels[part]}
              <span className="visually-hidden">{met ? " – done" : " – still missing"}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
