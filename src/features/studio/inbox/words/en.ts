/** The texts of a show's messages in English; the other languages have the same keys. */

export const en = {
  page: "Messages",
  lead: "Listeners write below an episode, and everybody can read it. You can answer in public, report a message to the operator of the server, or delete it.",
  all: "All",
  unanswered: "Unanswered",
  reported: "Reported",
  hidden: "Hidden until the operator decides",
  reports: { one: "{n} report", other: "{n} reports" },
  team: "from the team",
  reply: "Reply",
  reply_to: "Reply to {name}",
  reply_text: "Your reply, which everybody can read",
  reply_act: "Post reply",
  report: "Report",
  report_of: "Report the message of {name}",
  reason: "What is wrong with it, for the operator",
  report_act: "Report message",
  delete: "Delete",
  delete_of: "Delete the message of {name}",
  delete_sure: "It disappears for everybody and cannot be brought back.",
  delete_act: "Delete message",
  settled: "Needs no answer",
  settle: "Needs no answer",
  settle_of: "The message of {name} needs no answer",
  unsettle: "Needs an answer",
  unsettle_of: "The message of {name} needs an answer",
  was_settled: "The message no longer waits for an answer.",
  unsettled: "The message waits for an answer again.",
  replied: "Your reply is published.",
  was_reported: "The operator will look at the message.",
  deleted: "The message is deleted.",
  empty_title: "No messages yet",
  empty:
    "What listeners write below your episodes appears here. Ask them something at the end of the next episode.",
  none_reported: "No message is reported.",
  none_unanswered: "No message waits for an answer.",
  search: "Search in messages and names",
  search_act: "Search",
  search_all: "Show all",
  none_found: "No message contains “{q}”.",
  older: "Older messages",
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type MessagesWords = Texts<typeof en>;
