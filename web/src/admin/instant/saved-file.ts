import type { ApiError } from "../../app/calls/api-error.ts";
import type { Call } from "../../app/calls/transport.ts";
import { saveFile } from "../../app/download.ts";
import type { AppState } from "../../app/store.ts";
import { withFileInstant } from "./instant-texts.ts";

interface Answered {
  data?: unknown;
  error?: ApiError | undefined;
}

/**
 * The `queryFn` of a call whose answer is saved as a file. It answers the file's name, and keeps no file.
 * @param nameOf the name if the server gives none, to which the shown instant is added
 */
export const savedFile =
  <Arg>(callOf: (arg: Arg) => Call, nameOf: (arg: Arg) => string) =>
  async (
    arg: Arg,
    { getState }: { getState: () => unknown },
    _options: unknown,
    send: (call: Call) => PromiseLike<Answered> | Answered,
  ) => {
    const { data, error } = await send({ ...callOf(arg), answers: "blob" });
    if (error) return { error };
    const file = data as File;
    saveFile(file, withFileInstant(nameOf(arg), (getState() as AppState).formerState.at));
    return { data: file.name };
  };
