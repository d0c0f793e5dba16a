/** Records as agents get them: what they need to choose the next step, and no more. */
import type { Answer } from "./schema.ts";
import { fromStranger } from "./strangers.ts";

type Row = Readonly<Record<string, unknown>>;

/** The record `name` of an answer. */
export const recordOf = ({ body }: Answer, name: string): Row => body[name] as Row;

export const itemsOf = ({ body }: Answer): Row[] => body.items as Row[];

/** A title may come from an imported feed, or from somebody else who edits the show. */
export const showOf = ({ show_id, title, site_url }: Row) => ({
  show_id,
  title: fromStranger(title),
  site_url,
});

export const episodeOf = ({
  episode_id,
  show_id,
  title,
  published_at,
  duration,
  site_url,
}: Row) => ({
  episode_id,
  show_id,
  title: fromStranger(title),
  published_at,
  duration,
  site_url,
});

export const foundOf = ({ show_id, episode_id, title, site_url }: Row) => ({
  show_id,
  episode_id,
  title: fromStranger(title),
  site_url,
});

export const messageOf = ({ message_id, author_id, author_fullname, created_at, text }: Row) => ({
  message_id,
  author_id,
  author: fromStranger(author_fullname),
  created_at,
  text: fromStranger(text),
});

export const campaignOf = (row: Row) => ({
  campaign_id: row.campaign_id,
  name: row.name,
  status: row.status,
  currency: row.currency,
  budget_amount: row.budget_amount,
  spent_amount: row.spent_amount,
  start_date: row.start_date,
  end_date: row.end_date,
});
