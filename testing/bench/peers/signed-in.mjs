/** The caller of a request: the checked access token, and the account's access as the read model has it. */
import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";

const options = { algorithms: ["HS256"], audience: "ornament-admin", issuer: "ornament" };

/** The check of a request's caller. It resolves with `undefined` for a caller who isn't signed in. */
export function callerCheck(database) {
  const key = createSecretKey(Buffer.from(process.env.TOKEN_KEY, "base64url"));
  const access = database.collection(process.env.ACCESS_COLLECTION);
  return async (request) => {
    const token = /^Bearer (.+)$/.exec(request.get("authorization") ?? "")?.[1];
    if (token === undefined) return undefined;
    try {
      const { sub, sid, role, epoch } = jwt.verify(token, key, options);
      const found = await access.findOne({ _id: `admin-${sub}` });
      const isGood =
        found !== null &&
        !found.removed &&
        found.role === role &&
        found.epoch === epoch &&
        !found.endedSessions.some(({ id }) => id === sid);
      return isGood ? { id: Number(sub), role, sessionId: sid } : undefined;
    } catch (error) {
      if (error instanceof jwt.JsonWebTokenError) return undefined;
      throw error;
    }
  };
}
