/**
 * A page of PINs as a small program on express and the MongoDB driver. It verifies the access token and reads
 * the caller's access, then the rows and their number. Reports its port to the process that started it, and
 * ends with that process.
 */
import { createSecretKey } from "node:crypto";
import express from "express";
import jwt from "jsonwebtoken";
import { MongoClient } from "mongodb";

const { MONGODB_URL, PINS_COLLECTION, ACCESS_COLLECTION, TOKEN_KEY } = process.env;
const key = createSecretKey(Buffer.from(TOKEN_KEY, "base64url"));
const database = (await new MongoClient(MONGODB_URL).connect()).db("ornament");
const pins = database.collection(PINS_COLLECTION);
const access = database.collection(ACCESS_COLLECTION);

async function isSignedIn(request) {
  const token = /^Bearer (.+)$/.exec(request.get("authorization") ?? "")?.[1];
  if (token === undefined) return false;
  try {
    const options = { algorithms: ["HS256"], audience: "ornament-admin", issuer: "ornament" };
    const { sub, sid, role, epoch } = jwt.verify(token, key, options);
    const found = await access.findOne({ _id: `admin-${sub}` });
    return (
      found !== null &&
      !found.removed &&
      found.role === role &&
      found.epoch === epoch &&
      !found.endedSessions.some(({ id }) => id === sid)
    );
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return false;
    throw error;
  }
}

const app = express();
app.disable("x-powered-by");
app.set("etag", false);
app.get("/api/admin/table/pins", async (request, response) => {
  if (!(await isSignedIn(request))) {
    response.status(401).json({ error: true });
    return;
  }
  const page = Number(request.query.page);
  const limit = Number(request.query.limit);
  const [rows, count] = await Promise.all([
    pins
      .find({}, { projection: { devices: 0, search: 0, emailSearch: 0 } })
      .sort({ _id: 1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .toArray(),
    pins.countDocuments({}, { hint: { _id: 1 } }),
  ]);
  response.json({ rows, count, page, limit });
});

const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
