/** A rendition is one file: any split of it gives the same bytes, from any server, whatever changes in between. */
import { test } from "vitest";
import { anySplitStays } from "../../../../test/setup/splits.ts";
import { openStage } from "../../../../test/setup/stitching.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const stage = openStage();
const world = useWorld({}, stage.ports);

test(
  "any ranges in any order, from two servers, amid changes, are one file",
  () => anySplitStays(world, stage, 1000),
  120_000,
);
