import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { type ApiError, listedErrorsOf } from "../calls/api-error.ts";
import type { Answer } from "../calls/transport.ts";

interface Seen {
  at: string;
  endpoint: string;
  /** How much of the state is prepared, from 0 to 100; undefined if it is ready or refused. */
  percent?: number | undefined;
  refusal?: ApiError | undefined;
}

interface FormerState {
  /** The instant whose state the open screen shows; undefined for the present state. */
  at?: string | undefined;
  /** The percentage of each query whose state is still being prepared. */
  filling: Readonly<Record<string, number>>;
  /** The reason why the state of the instant can't be shown. */
  refusal?: ApiError | undefined;
}

const initialState: FormerState = { filling: {} };

/** The preparation of the former state that the open screen shows. */
export const formerStateSlice = createSlice({
  name: "formerState",
  initialState,
  reducers: {
    instantShown: (_state, { payload }: PayloadAction<string | undefined>): FormerState => ({
      at: payload,
      filling: {},
    }),
    formerStateSeen: (state, { payload }: PayloadAction<Seen>) => {
      const { at, endpoint, percent, refusal } = payload;
      if (at !== state.at) return;
      const { [endpoint]: _former, ...rest } = state.filling;
      state.filling = percent === undefined ? rest : { ...rest, [endpoint]: percent };
      if (refusal) state.refusal = refusal;
    },
  },
});

export const { instantShown, formerStateSeen } = formerStateSlice.actions;

interface Asked {
  at: string;
  endpoint: string;
  /** The instant that the open screen shows. */
  shown: () => string | undefined;
  dispatch: (action: ReturnType<typeof formerStateSeen>) => unknown;
}

const isFilling = ({ code }: ApiError) => code === "past_tables_filling";

/** Whether no call can be answered as of the instant, or none of this admin. */
const isRefusal = ({ code }: ApiError) =>
  code === "past_tables_refused" || code === "instant_in_future" || code === "forbidden";

/** The prepared part in percent, of a call that is answered later. */
export const percentOf = (error: ApiError): number =>
  Number(/(\d+) ?%/.exec(listedErrorsOf(error).join())?.[1] ?? 0);

interface Repeating<A> {
  errorOf: (answer: A) => ApiError | undefined;
  /** Called with each answer: the prepared part in percent, and undefined for the last one. */
  seen: (percent: number | undefined, error: ApiError | undefined) => void;
  isWanted: () => boolean;
}

/** Repeats a call, after the time that the server asks for, until its answer is prepared or not wanted any more. */
export async function untilPrepared<A>(
  send: () => Promise<A>,
  { errorOf, seen, isWanted }: Repeating<A>,
): Promise<A> {
  for (;;) {
    const answer = await send();
    const error = errorOf(answer);
    const filling = error !== undefined && isFilling(error);
    seen(filling ? percentOf(error) : undefined, error);
    if (!filling || !isWanted()) return answer;
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, error.retryAfter ?? 1) * 1000));
    if (!isWanted()) return answer;
  }
}

/** Repeats a call as of an instant until that state is prepared, or until the open screen shows another. */
export const formerAnswer = (
  send: () => Promise<Answer>,
  { at, endpoint, shown, dispatch }: Asked,
): Promise<Answer> =>
  untilPrepared(send, {
    errorOf: ({ outcome }) => ("error" in outcome ? outcome.error : undefined),
    seen: (percent, error) => {
      const refusal = error && isRefusal(error) ? error : undefined;
      dispatch(formerStateSeen({ at, endpoint, percent, refusal }));
    },
    isWanted: () => shown() === at,
  });
