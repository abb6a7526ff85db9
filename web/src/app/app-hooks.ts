import { useDispatch, useSelector } from "react-redux";
import { api } from "./api/api-base.ts";
import type { AppDispatch, AppState } from "./store.ts";

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();

export const useSession = () => useAppSelector(({ session }) => session);

/** The signed-in admin; undefined if nobody is signed in. */
export const useAdmin = () => useSession().admin;

/** The signed-in consumer with its ornaments; undefined if nobody is signed in. */
export function useConsumer() {
  const signedIn = useSession().status === "signed-in";
  const { data } = api.useOwnAccountQuery(undefined, { skip: !signedIn, refetchOnMountOrArgChange: false });
  return signedIn ? data : undefined;
}

/** The time since which the endpoint's last answer shows nothing new, because a read model has stopped. */
export const useIncompleteSince = (endpoint: string): string | undefined =>
  useAppSelector(({ freshness }) => freshness.incompleteSince[endpoint]);

/** Whether the endpoint's last answer is older than the changes that this browser has saved. */
export const useIsStale = (endpoint: string): boolean =>
  useAppSelector(({ freshness }) => freshness.staleEndpoints.includes(endpoint));
