import { observable } from "../../ui/observable.ts";
import { NoConnection } from "./chunk.ts";

/** A screen or dialog that could not be loaded, while the screen before it stays open. */
export interface NotLoaded {
  failure: unknown;
  tryAgain: () => void;
}

/** The subject of the notice at the top of the page; undefined without a notice. */
export const notLoaded = observable<NotLoaded | undefined>(undefined);

/** The message about a failure to load a part of the app. */
export const loadFailureText = (failure: unknown): { title: string; advice: string } =>
  failure instanceof NoConnection
    ? { title: "No connection", advice: "Please check your internet and try again." }
    : { title: "Something went wrong", advice: "Please try again in a moment." };

/** Loading that takes less time than this, in milliseconds, shows no sign, so that nothing flickers. */
export const patienceMs = 250;
