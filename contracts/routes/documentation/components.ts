import { type ErrorCode, errorCatalogue, errorCodes } from "../errors.ts";
import { guideTo } from "./error-guide.ts";
import { anyOperation } from "./refusals.ts";

const header = (description: string, schema: object) => ({ description, schema });

const refusalExample = (code: ErrorCode) => {
  const message = errorCatalogue[code].message.replace("{wait}", "30 seconds");
  return { error: true, code, message, errors: [] };
};

/** The answer for error codes of one status. */
export const refusedWith = (given: readonly ErrorCode[], description: string, retryAfter = false) => ({
  description,
  ...(retryAfter ? { headers: { "Retry-After": { $ref: "#/components/headers/Retry-After" } } } : {}),
  content: {
    "application/json": {
      schema: {
        allOf: [{ $ref: "#/components/schemas/Error" }],
        properties: { code: { enum: [...given] } },
      },
      example: given[0] && refusalExample(given[0]),
    },
  },
});

/** The parts of the OpenAPI document that operations refer to. */
export const components = {
  securitySchemes: {
    admin: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "The access token of an admin: an IT Admin or Customer support.",
    },
    consumer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "The access token of a consumer.",
    },
    device: {
      type: "http",
      scheme: "bearer",
      description: "The device token that `bindDevice` answers, sent by the video player.",
    },
  },
  parameters: {
    "Idempotency-Key": {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "Names a command: 1 to 200 printable ASCII characters, such as a UUID. A caller who repeats a command with its key gets the first answer, and the command acts once. Send a new key with each new POST, PUT and DELETE, and the same key when you repeat the request. A refused command can be sent again with its key.",
      schema: { type: "string", minLength: 1, maxLength: 200 },
    },
    "X-Read-After": {
      name: "X-Read-After",
      in: "header",
      required: false,
      description:
        "The `X-Position` of an earlier answer. The read waits up to 2 seconds until the read models have reached that position.",
      schema: { type: "string", pattern: "^\\d{1,19}$" },
    },
    "X-As-Of": {
      name: "X-As-Of",
      in: "header",
      required: false,
      description:
        "An instant, such as `2026-11-24T12:00:00Z`: the answer is as it stood then. For IT Admins and auditors, at the operations that name it; the answer repeats the header. While that state is prepared, the answer is `past_tables_filling` with `Retry-After` and the filled part in `errors`; send the request again.",
      schema: { type: "string", format: "date-time" },
    },
  },
  headers: {
    "X-Position": header(
      "The position in the event store that the command wrote or read. Send it as `X-Read-After` with the next reads, so that they show the change.",
      {
        type: "string",
        pattern: "^\\d{1,19}$",
      },
    ),
    "X-Stale": header(
      "`true` if the read models had not reached `X-Read-After` in time. The answer is complete but older. Read again a moment later.",
      { const: "true" },
    ),
    "X-Not-Up-To-Date-Since": header(
      "The answer shows nothing that happened from this instant on, because a read model has stopped. An operator has to repair it. Nothing is lost: later answers show it.",
      { type: "string", format: "date-time" },
    ),
    "X-Log-Checkpoint": header(
      "With an export: the newest signed checkpoint of the event store in one line, in which `\\n` is a line feed and `\\u2014` a dash. `npm run audit -- verify --checkpoint FILE` reads it from a file with the kept headers.",
      { type: "string" },
    ),
    "Retry-After": header(
      "The seconds to wait before the request is sent again. The header comes with 429, 503 and 507, with `past_tables_filling`, and with `sign_in_failed` during a pause.",
      { type: "integer" },
    ),
  },
  responses: {
    AnyOperation: refusedWith(
      anyOperation,
      `Each operation can also answer these codes: ${anyOperation.map((code) => `\`${code}\``).join(", ")}.`,
      true,
    ),
  },
  schemas: {
    ErrorCode: {
      oneOf: errorCodes.map((code) => {
        const { message: title, status } = errorCatalogue[code];
        const { means, next } = guideTo(code);
        return { const: code, title, description: `${means}\n\n**Next:** ${next}`, "x-status": status };
      }),
    },
    Error: {
      type: "object",
      required: ["error", "code", "message", "errors"],
      properties: {
        error: { const: true },
        code: { $ref: "#/components/schemas/ErrorCode" },
        message: { type: "string", description: "A sentence for people." },
        errors: {
          type: "array",
          description: "Further messages. The message of a field is an object with its path.",
          items: {
            anyOf: [
              { type: "string" },
              {
                type: "object",
                required: ["path", "message"],
                properties: {
                  path: { type: "string", description: "The field, with dots." },
                  message: { type: "string" },
                  suggestion: {
                    type: "string",
                    description: "The PIN that was probably meant, as XXXX-XXX; only with `pins_refused`.",
                  },
                },
              },
            ],
          },
        },
        tries: {
          type: "object",
          required: ["left", "breakSeconds"],
          description: "The wrong PINs that the account may still enter; only with `pins_refused`.",
          properties: {
            left: {
              type: "integer",
              minimum: 0,
              description: "The number of PINs that are surely looked up before a break.",
            },
            breakSeconds: {
              type: "integer",
              minimum: 0,
              description: "The seconds of the break if all of them are wrong and entered now.",
            },
          },
        },
      },
    },
  },
};
