/** Writes a screenshot again in fewer bytes: the last bits of each colour are rounded away, which nobody sees. */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const step = 3;
const signature = 8;

function* chunksOf(png) {
  for (let at = signature; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

function paeth(left, up, corner) {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** PNG's five filters: what is expected of a byte from those to the left, above and in the corner. */
const expectations = [() => 0, (left) => left, (_left, up) => up, (left, up) => (left + up) >> 1, paeth];

/** Calls `at` for every byte of a row with its neighbours. */
function eachByte(row, above, pixel, at) {
  for (let x = 0; x < row.length; x++)
    at(x, x < pixel ? 0 : row[x - pixel], above[x], x < pixel ? 0 : above[x - pixel]);
}

function pixelsOf(raw, width, height, pixel) {
  const rows = [];
  let above = Buffer.alloc(width * pixel);
  for (let y = 0; y < height; y++) {
    const start = y * (width * pixel + 1);
    const row = Buffer.from(raw.subarray(start + 1, start + 1 + width * pixel));
    const expected = expectations[raw[start]];
    eachByte(row, above, pixel, (x, left, up, corner) => {
      row[x] = (row[x] + expected(left, up, corner)) & 255;
    });
    rows.push(row);
    above = row;
  }
  return rows;
}

function bestFiltered(row, above, pixel) {
  const candidates = expectations.map((expected, filter) => {
    const line = Buffer.alloc(row.length + 1);
    line[0] = filter;
    let weight = 0;
    eachByte(row, above, pixel, (x, left, up, corner) => {
      const value = (row[x] - expected(left, up, corner)) & 255;
      line[x + 1] = value;
      weight += Math.min(value, 256 - value);
    });
    return { line, weight };
  });
  return candidates.reduce((best, next) => (next.weight < best.weight ? next : best)).line;
}

/** Takes what Chromium writes: 8 bits a channel, RGB or RGBA, not interlaced. */
export function smallerPng(png) {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(({ type }) => type === "IHDR").data;
  const [width, height, pixel] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const raw = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data)),
  );
  const rows = pixelsOf(raw, width, height, pixel).map((row) =>
    row.map((value) => Math.min(255, Math.round(value / step) * step)),
  );
  const lines = rows.map((row, y) => bestFiltered(row, rows[y - 1] ?? Buffer.alloc(row.length), pixel));
  return Buffer.concat([
    png.subarray(0, signature),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(lines), { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
