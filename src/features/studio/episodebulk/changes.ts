/** A change that was just made, as a notice with which it can be undone. It is found in the audit log. */
import type { Deps } from "../../../deps.ts";
import { redirect } from "../../../platform/http/pages.ts";
import { fill } from "../../web/layout/rules.ts";
import type { StudioCall, StudioPage } from "../frame/layout.ts";
import { plural } from "../frame/plurals.ts";
import { backOf } from "./schema.ts";
import { findLastEntry, findTitles, listChange } from "./store.ts";
import { episodeBulkWords } from "./words.ts";

/** For how long a change can be undone. */
const UNDO_MS = 3_600_000;

/** The moment since which changes can be undone. */
export const undoable = (now: Date): Date => new Date(now.getTime() - UNDO_MS);

/** `scheduled`: of a single episode, its title and the moment that it was moved to, null if it is no longer scheduled. */
type Change = Readonly<{
  entry_id: number;
  count: number;
  canUndo: boolean;
  scheduled: Readonly<{ title: string; at: Date | null }> | null;
}>;

type Values = Readonly<Record<string, unknown>>;

/** Whether the log has only the beginning of the tags, because they are long. */
export const isCut = (entry: Readonly<{ before: unknown; after: unknown }>): boolean =>
  [entry.before, entry.after].some((values) => typeof (values as Values).tags === "string");

/** The change that `?change=` names, if it is the person's own. */
export async function findChange(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { frame, session }: StudioCall,
): Promise<Change | null> {
  const entry_id = Number(new URL(frame.url, "http://here.invalid").searchParams.get("change"));
  if (!Number.isSafeInteger(entry_id) || entry_id <= 0) return null;
  const { user_id } = session;
  const entries = await listChange(db, { user_id, entry_id, since: undoable(clock()) });
  const [first] = entries;
  if (first === undefined) return null;
  const after = (first.after ?? {}) as Values;
  const { auto_published_at: at } = after;
  const titles = await findTitles(db, [first.subject_id]);
  const title = titles.get(first.subject_id);
  const isMove = entries.length === 1 && "auto_published_at" in after;
  return {
    entry_id,
    count: entries.length,
    canUndo: !entries.some(isCut),
    scheduled:
      isMove && title !== undefined
        ? { title, at: typeof at === "string" ? new Date(at) : null }
        : null,
  };
}

/** What the lists and the calendar say after an act; times in their time zone. */
export function changeNotice(
  call: StudioCall,
  change: Change | null,
  timezone: string,
): NonNullable<StudioPage["done"]> {
  const words = episodeBulkWords(call.locale);
  const undo = change?.canUndo && {
    action: "/studio/episodes/undo",
    fields: { change: String(change.entry_id), back: backOf(call.frame.url) },
  };
  const withUndo = (text: string) => (undo ? { text, undo } : text);
  return {
    undone: words.undone,
    not_undone: words.not_undone,
    deleted: words.deleted,
    published: words.published,
    ...(change && {
      changed: withUndo(plural(words, words.done, change.count)),
      ...(change.scheduled && {
        [change.scheduled.at === null ? "unscheduled" : "moved"]: withUndo(
          movedText(call, change.scheduled, timezone),
        ),
      }),
    }),
  };
}

function movedText(
  { locale }: StudioCall,
  { title, at }: NonNullable<Change["scheduled"]>,
  timeZone: string,
): string {
  const words = episodeBulkWords(locale);
  if (at === null) return fill(words.unscheduled, { title });
  const format = new Intl.DateTimeFormat(words.locale, {
    dateStyle: "full",
    timeStyle: "short",
    timeZone,
  });
  return fill(words.moved, { title, date: format.format(at) });
}

/** Leads to the list, which says what was done to the episode, and to others with it. */
export async function changedAt(
  { db }: Pick<Deps, "db">,
  { session }: Pick<StudioCall, "session">,
  { back, name, episode_id }: Readonly<{ back: string; name: string; episode_id: number }>,
) {
  const entry = await findLastEntry(db, session.user_id, episode_id);
  const params = new URLSearchParams({ done: name, change: String(entry?.entry_id ?? "") });
  return redirect(`${back}${back.includes("?") ? "&" : "?"}${params}`);
}
