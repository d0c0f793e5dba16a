/** Converts rows of users to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import type { ownUser, publicUser, userDetail } from "./schema.ts";
import type { AccountRow, PublicUserRow } from "./store.ts";

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

/** The public fields, also used for a show's author. */
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

type Relation = { is_following_you: boolean; you_are_following: boolean };

/** The public view of a user, with the follows between that user and the caller. */
export const userView = (
  row: PublicUserRow,
  relation: Relation | null,
  baseUrl: string,
): z.infer<typeof userDetail> => ({
  ...publicUserView(row, baseUrl),
  followers_count: row.followers_count,
  followings_count: row.followings_count,
  verified: row.verified,
  ...relation,
});

type Own = {
  row: PublicUserRow;
  account: AccountRow;
  organizations: { organization_id: number; name: string; role: string }[];
  features: z.infer<typeof ownUser>["features"];
};

/** The caller's own account. */
export const ownUserView = (
  { row, account, organizations, features }: Own,
  baseUrl: string,
): z.infer<typeof ownUser> => ({
  ...account,
  ...userView(row, null, baseUrl),
  created_at: wireTime(account.created_at),
  organizations,
  features,
});
