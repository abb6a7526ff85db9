import type { Product } from "../product/product.ts";

const password = "Bench-2026";

/** The headers of new members of staff, each signed in. One account alone has few calls in work at the same time. */
export async function signedInStaff(product: Product, accounts: number): Promise<Record<string, string>[]> {
  const headers: Record<string, string>[] = [];
  for (let n = 0; n < accounts; n += 1) {
    const email = `member.${n}@ornament.test`;
    const profile = { email, password, firstName: "Bench", lastName: "Member", role: "MEMBER" };
    await product.call("POST", "/api/admin/registration", profile);
    const { content } = await product.call("POST", "/api/admin/login", { email, password });
    headers.push({ authorization: `Bearer ${content.accessToken}` });
  }
  return headers;
}
