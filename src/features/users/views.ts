/** Rows of users to their wire shapes; pure. */
import type { z } from "zod";
import { imageUrls } from "../images/views.ts";
import type { publicUser } from "./schema.ts";

type Row = {
  user_id: number;
  username: string;
  fullname: string;
  description: string;
  plan: string;
  square_key: string | null;
  upright_key: string | null;
  has_show: boolean;
};

/** The public subset, as a show's author too. */
export const publicUserView = (row: Row, baseUrl: string): z.infer<typeof publicUser> => ({
  user_id: row.user_id,
  username: row.username,
  fullname: row.fullname,
  description: row.description,
  ...imageUrls(row, baseUrl),
  site_url: `${baseUrl}/user/${row.user_id}`,
  kind: row.has_show ? "producer" : "listener",
  plan: row.plan,
});
