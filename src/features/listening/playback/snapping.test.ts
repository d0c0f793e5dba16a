/** The quietest moment near a time is read from the audio itself, and nothing is stored for asking. */
import { expect, test } from "vitest";
import { makeStitchable, storeMp3 } from "../../../../test/setup/stitching.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { openFiles } from "../../../platform/media/files.ts";
import { findQuietestMoment } from "./cutting.ts";
import { findPlayable } from "./store.ts";

const world = useWorld();

test("the quietest moment near a time is within reach, and asking stores nothing", async () => {
  const programme = await storeMp3(world, { seconds: 20, kind: "speech" });
  const { episode_id } = await makeStitchable(world, programme);
  const { db, media } = world.deps;
  const episode = await findPlayable(db, episode_id);
  if (episode === undefined) throw new Error("no episode");
  const files = openFiles(media);
  const moments = new Set<number>();
  for (const near of [5000, 5100, 9000]) {
    const moment = (await findQuietestMoment(files, episode, near)) ?? 0;
    expect(Math.abs(moment - near)).toBeLessThanOrEqual(251);
    moments.add(moment);
  }
  expect(moments.size).toBeGreaterThan(1);
  const cuts = await world.deps.pool.query("select from cuts");
  expect(cuts.rowCount).toBe(0);
  const other = { ...episode, media_frames: null };
  expect(await findQuietestMoment(files, other, 5000)).toBeNull();
});
