/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { customerSupport, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const answers = {
  "/api/admin/table/pins": json({ rows: [], count: 0, page: 1, limit: 10 }),
  "/api/admin/pin-batches": json({ rows: [] }),
};

test.each([
  ["/admin/controls", "Settings"],
  ["/admin/table-admins?query=ann", "Admins"],
])(
  "Customer support that opens %s sees the Pins table, which says that only IT Admins can open %s",
  async (address, name) => {
    sessionStorage.setItem("list.pins", "query=AAAA");
    const { router } = openBackOffice(address, answers, customerSupport);
    await screen.findByRole("heading", { name: "Pins Table" });
    await screen.findByText(`Only IT Admins can open “${name}”.`);
    expect(router.state.location.pathname).toBe("/admin/table-pins");
    await waitFor(() => expect(router.state.location.search).toBe("?query=AAAA"));
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText(/Only IT Admins/)).toBeNull());
    expect(router.state.location.search).toBe("?query=AAAA");
  },
);
