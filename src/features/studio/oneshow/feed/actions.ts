/** Reads what the page of a show's feed shows, and saves its settings. */
import type { Deps } from "../../../../deps.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { changeSettings, checkShow } from "../../../distribution/feeds/actions.ts";
import { findSettings } from "../../../distribution/feeds/store.ts";
import { replaceTag } from "../../../distribution/feedtags/actions.ts";
import { findShowTags } from "../../../distribution/feedtags/store.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import { feedUrlOf } from "../../../publishing/shows/views.ts";
import { findEpisodesByGuid } from "../store.ts";
import type { SettingsForm } from "./schema.ts";

/** Feeds with more episodes are checked when asked for only. */
const QUICK = 50;

/** The address that editors give away, with the key if there is one. */
export function feedAddress(show: ShowRow, baseUrl: string): string {
  const url = feedUrlOf(`${baseUrl}/show/${show.show_id}`);
  const key = show.visibility === "LIMITED" ? show.limited_key : null;
  return key === null ? url : `${url}?${new URLSearchParams({ key })}`;
}

export async function findFeed(deps: Deps, show: ShowRow, baseUrl: string, isAsked: boolean) {
  const { show_id } = show;
  const [settings, { locked }] = await Promise.all([
    findSettings(deps.db, show_id),
    findShowTags(deps.db, show_id),
  ]);
  const isChecked = isAsked || show.listenable_episodes_count <= QUICK;
  return {
    settings,
    isLocked: locked?.locked ?? false,
    feed_url: feedAddress(show, baseUrl),
    check: isChecked ? await findCheck(deps, show_id, baseUrl) : null,
  };
}

async function findCheck(deps: Deps, show_id: number, baseUrl: string) {
  const check = await checkShow(deps, show_id, baseUrl);
  const guids = check.findings.flatMap(({ items }) => items);
  return { ...check, episodes: await findEpisodesByGuid(deps.db, show_id, [...new Set(guids)]) };
}

export async function saveFeed(
  deps: Deps,
  caller: Caller,
  show_id: number,
  { locked, ...settings }: SettingsForm,
): Promise<void> {
  await changeSettings(deps, caller, show_id, settings);
  const { locked: present } = await findShowTags(deps.db, show_id);
  const isLocked = locked === "yes";
  if (isLocked === (present?.locked ?? false)) return;
  const value = { locked: isLocked, owner: present?.owner ?? null };
  await replaceTag(deps, caller, { owner: "show", id: show_id, noun: "locked" }, value, null);
}
