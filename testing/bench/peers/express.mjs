/**
 * A page of PINs as a small program on express and the MongoDB driver. It verifies the access token, reads the
 * caller's access, checks the query, and reads the rows and their number. Reports its port to the process that
 * started it, and ends with that process.
 */
import { randomUUID } from "node:crypto";
import express from "express";
import { MongoClient } from "mongodb";
import { z } from "zod";
import { callerCheck } from "./signed-in.mjs";

const { MONGODB_URL, PINS_COLLECTION } = process.env;
const database = (await new MongoClient(MONGODB_URL).connect()).db("ornament");
const pins = database.collection(PINS_COLLECTION);
const callerOf = callerCheck(database);

const whole = (most) => z.coerce.number().int().min(1).max(most);
const pageQuery = z.strictObject({
  page: whole(1_000_000).default(1),
  limit: whole(100).default(10),
  query: z.string().max(100).optional(),
  order: z.enum(["ASC", "DESC"]).default("ASC"),
});
const readableRoles = new Set(["ADMIN", "MEMBER", "AUDITOR"]);

const app = express();
app.disable("x-powered-by");
app.set("etag", false);
app.get("/api/admin/table/pins", async (request, response) => {
  response.set({
    "X-Correlation-Id": request.get("x-correlation-id") ?? randomUUID(),
    "Cache-Control": "no-store",
  });
  const caller = await callerOf(request);
  if (!caller || !readableRoles.has(caller.role)) {
    response.status(caller ? 403 : 401).json({ error: true });
    return;
  }
  const { success, data } = pageQuery.safeParse(request.query);
  if (!success) {
    response.status(400).json({ error: true });
    return;
  }
  const { page, limit, order } = data;
  const [rows, count] = await Promise.all([
    pins
      .find({}, { projection: { devices: 0, search: 0, emailSearch: 0 } })
      .sort({ _id: order === "ASC" ? 1 : -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .toArray(),
    pins.countDocuments({}, { hint: { _id: 1 } }),
  ]);
  response.json({ rows, count, page, limit });
});

const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
