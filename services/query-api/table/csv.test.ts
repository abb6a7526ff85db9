import { expect, test } from "@jest/globals";
import { attachment } from "./csv.ts";

test("the name of a download is sent in ASCII and in UTF-8", () => {
  expect(attachment("Actions log report _ o'hara+1@example.com _ 12-01-26.csv")).toBe(
    `attachment; filename="Actions log report _ o_hara+1@example.com _ 12-01-26.csv"; ` +
      "filename*=UTF-8''Actions%20log%20report%20_%20o%27hara%2B1%40example.com%20_%2012-01-26.csv",
  );
  expect(attachment('a"\r\nb.csv')).toMatch(/^attachment; filename="a___b\.csv"; /);
});
