import { type ApiError, listedErrorsOf } from "../calls/api-error.ts";
import type { Answer } from "../calls/transport.ts";
import { formerStateSeen } from "./former-state-slice.ts";

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

/** Repeats a call as of an instant until that state is prepared, or until the open screen shows another. */
export async function formerAnswer(send: () => Promise<Answer>, asked: Asked): Promise<Answer> {
  const { at, endpoint, shown, dispatch } = asked;
  for (;;) {
    const answer = await send();
    const error = "error" in answer.outcome ? answer.outcome.error : undefined;
    const filling = error !== undefined && isFilling(error);
    dispatch(
      formerStateSeen({
        at,
        endpoint,
        percent: filling ? percentOf(error) : undefined,
        refusal: error && isRefusal(error) ? error : undefined,
      }),
    );
    if (!filling || shown() !== at) return answer;
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000));
    if (shown() !== at) return answer;
  }
}
