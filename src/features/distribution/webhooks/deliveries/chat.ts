/** Writes an event as a line for people, in the formats of incoming webhooks of Slack and Discord. Pure. */

/** What a webhook is to send. */
export type Message = Readonly<{
  /** The same for each attempt, and for no other event, even after a restored backup. */
  id: string;
  type: string;
  at: Date;
  sequence: number;
  data: Readonly<Record<string, unknown>>;
}>;

/** Code units of a line before its escapes; Discord refuses more than 2,000. */
const LONGEST = 900;

/** Names of types that do not read well as they are. */
const LABELS: Readonly<Record<string, string>> = {
  "followed.episode.published": "New episode",
  "campaign.budget.80": "Campaign has spent 80 % of its budget",
  "campaign.budget.100": "Campaign has spent its budget",
  "statistics.day.closed": "Statistics of a day have settled",
  "recount.done": "Days were counted again",
  "webhook.test": "Test of a webhook",
};

/** `episode.processing.done` → `Episode processing done`. */
function labelOf(type: string): string {
  const words = type
    .replace(/^lineitem/, "line item")
    .replaceAll(/[._]/g, " ")
    .replace(/^./, (letter) => letter.toUpperCase());
  return LABELS[type] ?? words;
}

/** What the data says beside ids, in a fixed order. */
function factsOf(data: Message["data"]): string[] {
  const { title, name, show_title, downloads, rules, state, delivery_status, redirect_url, day } =
    data;
  return [
    show_title,
    title ?? name,
    typeof downloads === "number" && `${downloads.toLocaleString("en")} downloads`,
    Array.isArray(rules) && rules.join(", "),
    state,
    delivery_status,
    redirect_url,
    day,
  ].filter((fact) => typeof fact === "string" && fact !== "") as string[];
}

/** The public page of what the event is about; null without one, or without `PUBLIC_URL`. */
function pageOf({ episode_id, show_id }: Message["data"], publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  if (typeof episode_id === "number") return `${publicUrl}/episode/${episode_id}`;
  return typeof show_id === "number" ? `${publicUrl}/show/${show_id}` : null;
}

function lineOf(
  { type, data }: Message,
  publicUrl: string | null,
  plain: (text: string) => string,
): string {
  const facts = factsOf(data).join(", ");
  const text = `${labelOf(type)}${facts === "" ? "" : `: ${facts}`}`;
  const page = pageOf(data, publicUrl);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
  return `${plain(short)}${page === null ? "" : ` ${page}`}`;
}

/** Slack reads `<!channel>` and `<https://…|text>` (https://docs.slack.dev, “Formatting message text”). */
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Discord reads Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_~|>#[\]()<-]/g, "\\$&");

export const slackBody = (message: Message, publicUrl: string | null): string =>
  JSON.stringify({ text: lineOf(message, publicUrl, escapeSlack) });

/** Without mentions: a title must not call everyone. */
export const discordBody = (message: Message, publicUrl: string | null): string =>
  JSON.stringify({
    content: lineOf(message, publicUrl, escapeMarkdown),
    allowed_mentions: { parse: [] },
  });
