/** Converts rows of reported messages to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../../platform/text/time.ts";
import type { Decision, reportedMessage } from "./schema.ts";
import type { ReportedRow } from "./store.ts";

export function reportedView(row: ReportedRow): z.infer<typeof reportedMessage> {
  const { decided, decided_at } = row;
  return {
    message_id: row.message_id,
    episode_id: row.episode_id,
    episode_title: row.episode_title,
    show_id: row.show_id,
    text: row.text,
    created_at: wireTime(row.created_at),
    hidden: row.hidden_at !== null,
    deleted: row.deleted_at !== null,
    author: {
      user_id: row.author_id,
      username: row.author_username,
      fullname: row.author_fullname,
      suspended: row.author_suspended_at !== null,
    },
    reports_count: row.reports_count,
    reports: row.reports.map((report) => ({
      ...report,
      // PostgreSQL's JSON contains times as text.
      created_at: wireTime(new Date(report.created_at)),
    })),
    decision: (decided?.decision ?? null) as Decision | null,
    decided_at: decided_at && wireTime(decided_at),
    decided_by:
      decided?.user_id == null
        ? null
        : {
            user_id: decided.user_id,
            username: decided.username ?? "",
            fullname: decided.fullname ?? "",
          },
  };
}
