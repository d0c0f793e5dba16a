/** Plays and impressions for the statistics of the examples. */
import type { World } from "../setup/app.ts";
import { countUp, download, impression, openLedgers, writeBatch } from "../setup/ledgers.ts";
import type { Network } from "./network.ts";

/** A week of plays of the episode, some with an ad of the line item. */
export async function countPlays({ deps }: World, { ids }: Network): Promise<void> {
  const [episode_id, show_id, author_id, organization_id] = [
    ...["episode_id", "show_id", "user_id", "organization_id"],
  ].map((name) => Number(ids[name])) as [number, number, number, number];
  const heard = { episode_id, show_id, author_id, organization_id };
  const sold = {
    lineitem_id: Number(ids.lineitem_id),
    campaign_id: Number(ids.campaign_id),
    team_id: Number(ids.team_id),
    creative_id: Number(ids.creative_id),
    price: 1_850_000,
    episode_id,
    show_id,
  };
  await openLedgers(deps.db);
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-06-0${day} 07:30:00`);
  const listeners = ["a", "b", "c", "d", "e"];
  const desktop = { device: "Desktop", os: "Windows", os_kind: "desktop" as const };
  await writeBatch(deps.db, {
    downloads: days.flatMap((at, day) =>
      listeners.slice(day % 4).map((listener, index) =>
        download(at, listener, {
          ...heard,
          ...(index === 1 && { ...desktop, source: "lantern.example", country: "SE" }),
          ...(index === 2 && { purpose: "download", country: "NO" }),
        }),
      ),
    ),
    impressions: days.map((at) => impression(at, "a", sold)),
  });
  await countUp(deps);
  const requests = { day: "2026-06-02", episode_id };
  await deps.db
    .insertInto("exclusions")
    .values([
      { ...requests, reason: "head", requests_count: 3 },
      { ...requests, reason: "bot-ua", requests_count: 12 },
    ])
    .execute();
}
