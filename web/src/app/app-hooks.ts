import { useDispatch, useSelector, useStore } from "react-redux";
import type { AppDispatch, AppState, AppStore } from "./store.ts";

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
export const useAppStore = useStore.withTypes<AppStore>();

export const useSession = () => useAppSelector(({ session }) => session);

/** The signed-in admin, where there is one. */
export const useAdmin = () => useSession().principal?.admin;

/** The signed-in consumer with its ornaments, where there is one. */
export const useConsumer = () => useSession().principal?.user;

/** Whether the endpoint's last answer was behind what this browser wrote. */
export const useIsStale = (endpoint: string): boolean =>
  useAppSelector(({ freshness }) => freshness.staleEndpoints.includes(endpoint));
