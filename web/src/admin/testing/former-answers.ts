import { type Answers, refusal } from "../../app/testing/fake-server.ts";

/** 11/24/24 12:00 pm in the time zone of the tests. */
export const sundayNoon = new Date(2024, 10, 24, 12).toISOString();
export const sundayNoonText = "11/24/24 12:00 pm";

/** The query of a screen as it stood then. */
export const thatSunday = `?${new URLSearchParams({ at: sundayNoon })}`;

/** The instant that a request asks for. */
export const asOf = (request: Request) => request.headers.get("X-As-Of");

/** The same answers, as a server that repeats the instant of a request. */
export const repeatingInstants = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([path, given]) => [
      path,
      async (request: Request) => {
        const answer = typeof given === "function" ? await given(request) : given.clone();
        const at = asOf(request);
        if (at !== null) answer.headers.set("X-As-Of", at);
        return answer;
      },
    ]),
  );

/** The answer while a former state is prepared. The next request may follow immediately. */
export function filling(percent: number): Response {
  const message = "The tables of that time are being prepared. Please try again in 1 second.";
  const answer = refusal(409, "past_tables_filling", message, [`${percent} %`]);
  answer.headers.set("Retry-After", "0");
  return answer;
}
