import { afterEach, expect, jest, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Checkbox } from "../ui/form-fields/checkbox.tsx";
import { ErrorSummary } from "../ui/form-fields/error-summary.tsx";
import { TextField } from "../ui/form-fields/text-field.tsx";
import { watchPresses } from "../ui/press/after-press.ts";
import { newPasswordErrors } from "./new-password.tsx";
import { type FormRefusal, useForm } from "./use-form.ts";

const initial = { email: "", name: "", news: false };
type Values = typeof initial;
type Send = (values: Values) => Promise<FormRefusal<Values> | undefined>;

const check = ({ email, name }: Values) => ({
  email: email === "" ? "Required" : email.includes("@") ? undefined : "Invalid email",
  name: name === "" ? "Required" : undefined,
});

function Example({ send, keptAs }: { send: Send; keptAs?: string }) {
  const keep = keptAs === undefined ? undefined : { as: keptAs, except: ["name"] as const };
  const form = useForm({ initial, labels: { email: "Email" }, check, keep });
  const submit = async (values: Values) => {
    const refusal = await send(values);
    if (refusal) form.refuse(refusal);
    else form.reset();
  };
  return (
    <form noValidate onSubmit={form.submit(submit)}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.field("email")} label="Email" />
      <TextField {...form.field("name")} label="Name" />
      <Checkbox label="News" checked={form.values.news} onChange={(news) => form.set("news", news)} />
      <p role="alert">{form.failure}</p>
      <button type="submit">{form.busy ? "Saving" : "Save"}</button>
      <button type="button" onClick={() => form.reset()}>
        Reset
      </button>
    </form>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });
const save = () => userEvent.click(button("Save"));
const accept = async () => undefined;
const refuse = (refusal: FormRefusal<Values>) => async () => refusal;

/** Scrolls every field out of view. */
const showNoField = () =>
  jest
    .spyOn(HTMLInputElement.prototype, "getBoundingClientRect")
    .mockReturnValue(new DOMRect(0, -90, 300, 48));
afterEach(() => void jest.restoreAllMocks());

/** The error that is shown at a field, without its mark. */
const errorOf = (name: string): string => {
  const [id = ""] = field(name).getAttribute("aria-describedby")?.split(" ") ?? [];
  return document.getElementById(id)?.textContent?.slice(1) ?? "";
};

async function fillIn(email: string, name = "Ann") {
  await userEvent.clear(field("Email"));
  await userEvent.clear(field("Name"));
  await userEvent.type(field("Email"), email);
  await userEvent.type(field("Name"), name);
}

test("a field's message shows once the field was left", async () => {
  render(<Example send={accept} />);
  await userEvent.type(field("Email"), "ann");
  expect(errorOf("Email")).toBe("");
  await userEvent.click(field("Name"));
  expect(await screen.findByText("Invalid email")).toBeDefined();
  expect(errorOf("Email")).toBe("Invalid email");
});

test.each([
  ["the button is released", "[/MouseLeft]"],
  ["the press opened a menu", "[MouseRight]"],
])("a field's message moves no button that is being pressed, and shows as soon as %s", async (_, end) => {
  watchPresses();
  render(<Example send={accept} />);
  await userEvent.type(field("Email"), "ann");
  const pointer = userEvent.setup();
  await pointer.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("checkbox") });
  expect(document.activeElement).not.toBe(field("Email"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(errorOf("Email")).toBe("");
  await pointer.pointer({ keys: end, target: screen.getByRole("checkbox") });
  await screen.findByText("Invalid email");
});

test("a required field shows its message when it is emptied, and not when it was only passed", async () => {
  render(<Example send={accept} />);
  await userEvent.click(field("Email"));
  await userEvent.type(field("Name"), "Ann");
  await userEvent.clear(field("Name"));
  await userEvent.click(field("Email"));
  await screen.findByText("Required");
  expect(errorOf("Name")).toBe("Required");
  expect(errorOf("Email")).toBe("");
});

test("typed text is restored after the page was left, except passwords, until the form is reset", async () => {
  const first = render(<Example send={accept} keptAs="example" />);
  await fillIn("ann@example.com");
  await userEvent.click(screen.getByRole("checkbox"));
  first.unmount();
  const second = render(<Example send={accept} keptAs="example" />);
  expect([field("Email").value, field("Name").value]).toEqual(["ann@example.com", ""]);
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  await userEvent.type(field("Name"), "Ann");
  await save();
  second.unmount();
  render(<Example send={accept} keptAs="example" />);
  expect(field("Email").value).toBe("");
});

test("kept text that doesn't fit the form is ignored", async () => {
  sessionStorage.setItem("typed.example", JSON.stringify({ email: 5, other: "x", news: "yes" }));
  const first = render(<Example send={accept} keptAs="example" />);
  expect(field("Email").value).toBe("");
  first.unmount();
  sessionStorage.setItem("typed.example", "{");
  render(<Example send={accept} keptAs="example" />);
  expect(field("Email").value).toBe("");
});

test("several messages whose fields are in view are not repeated in a list, and the first wrong field gets the focus", async () => {
  const send = jest.fn<Send>();
  render(<Example send={send} />);
  await save();
  expect([errorOf("Email"), errorOf("Name")]).toEqual(["Required", "Required"]);
  expect(screen.queryByText("Please check 2 things")).toBeNull();
  expect(document.activeElement).toBe(field("Email"));
  expect(send).not.toHaveBeenCalled();
});

test("messages with a field out of view are listed with the fields' labels, only after the form was submitted", async () => {
  render(<Example send={accept} />);
  showNoField();
  await userEvent.type(field("Email"), "ann");
  await userEvent.type(field("Name"), "A{Backspace}");
  await userEvent.click(field("Email"));
  await screen.findByText("Required");
  expect(screen.queryByText("Please check 2 things")).toBeNull();
  await save();
  const links = screen.getAllByRole("link").map(({ textContent }) => textContent);
  expect(links).toEqual(["Email: Invalid email", "Required"]);
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Please check 2 things" }));
});

test("a valid form sends its values, and can be reset", async () => {
  const send = jest.fn<Send>(accept);
  render(<Example send={send} />);
  await fillIn("ann@example.com");
  await userEvent.click(screen.getByRole("checkbox"));
  await save();
  expect(send).toHaveBeenCalledWith({ email: "ann@example.com", name: "Ann", news: true });
  expect(field("Email").value).toBe("");
  expect(errorOf("Email")).toBe("");
});

test("a form is busy while it sends, and doesn't send a second time", async () => {
  let finish: () => void = () => undefined;
  const send = jest.fn<Send>(() => new Promise((resolve) => (finish = () => resolve(undefined))));
  render(<Example send={send} />);
  await fillIn("ann@example.com");
  await save();
  expect(button("Saving")).toBeDefined();
  await userEvent.type(field("Email"), "{Enter}");
  expect(send).toHaveBeenCalledTimes(1);
  finish();
  expect(await screen.findByText("Save")).toBeDefined();
});

test("the server's message for a field shows, with the focus there, until the field has another value or message", async () => {
  render(<Example send={refuse({ fields: { email: "Taken" } })} />);
  await fillIn("ann@example.com");
  await save();
  expect(errorOf("Email")).toBe("Taken");
  expect(document.activeElement).toBe(field("Email"));
  await userEvent.keyboard("x");
  expect(errorOf("Email")).toBe("");
  await userEvent.clear(field("Email"));
  expect(errorOf("Email")).toBe("Required");
});

test.each([
  ["next submission", async () => userEvent.clear(field("Name")).then(save)],
  ["form is reset", async () => userEvent.click(button("Reset"))],
])("the server's message for the whole form shows until the %s", async (_when, ends) => {
  render(<Example send={refuse({ message: "Out of order" })} />);
  await fillIn("ann@example.com");
  await save();
  expect(screen.getByRole("alert").textContent).toBe("Out of order");
  await ends();
  expect(screen.getByRole("alert").textContent).toBe("");
});

test.each([
  ["", "", { password: "Required", confirmation: "Required" }],
  [
    "abcdefgh",
    "abcdefg",
    { password: "Password must include upper-case, number", confirmation: "Password mismatch" },
  ],
  ["Abcdefg1", "Abcdefg1", {}],
])("the new password %j with the confirmation %j has the messages %j", (password, confirmation, messages) =>
  expect(newPasswordErrors({ password, confirmation })).toEqual(messages),
);
