/** Tests `longwave list …`: the operator creates a curated list, and listeners see it. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { useWorld } from "../setup/world.ts";
import { JOURNEY_MS, longwave, urlOf } from "./processes.ts";

const world = useWorld();

/** Runs a command beside the world's server, on its database. */
const list = (...args: string[]) => {
  const { host, port, user, password, database } = world.deps.pool.options;
  const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
  const env = { DATABASE_URL: urlOf(target), DATA_DIR: world.deps.config.dataDir };
  return longwave(["list", ...args], env);
};

test(
  "a list is created, filled by hand, then by a rule, and removed",
  async () => {
    const ada = await world.person();
    const shows: number[] = [];
    for (const language of ["it", "en"]) {
      const show_id = await makeShow(world, ada, { language });
      await makeEpisode(world, show_id);
      shows.push(show_id);
    }
    const named = ["--name", "Night trains", "--subtitle", "For the way home"];
    const created = await list("create", ...named, "--country", "IT", "--country", "fr");
    expect(created).toMatchObject({ code: 0, stderr: "" });
    const made = JSON.parse(created.stdout);
    const list_id: number = made.list_id;
    const wire = {
      list_id,
      name: "Night trains",
      subtitle: "For the way home",
      type: "shows",
    };
    const rule = { category_id: null, language: null, max_age_days: null };
    expect(made).toEqual({
      ...wire,
      hidden: false,
      countries: ["IT", "FR"],
      filled_by: "hand",
      shows: [],
      ...rule,
    });
    const lists = await world.api.get("/v2/explore/lists?country=FR");
    expect(lists.response.items).toEqual([wire]);

    const byHand = await list("set", String(list_id), "--shows", [...shows].reverse().join(","));
    expect(JSON.parse(byHand.stdout)).toMatchObject({ shows: [...shows].reverse() });
    const path = `/v2/explore/lists/${list_id}/items`;
    const items = async () =>
      (await world.api.get(path)).response.items.map((show: { show_id: number }) => show.show_id);
    expect(await items()).toEqual([...shows].reverse());
    const byRule = await list("set", String(list_id), "--language", "it", "--max-age-days", "30");
    expect(JSON.parse(byRule.stdout)).toMatchObject({
      filled_by: "rule",
      shows: [],
      category_id: null,
      language: "it",
      max_age_days: 30,
    });
    expect(await items()).toEqual([shows[0]]);

    const removed = await list("remove", String(list_id));
    expect(removed).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(removed.stdout)).toMatchObject(wire);
    expect((await world.api.get(path)).status).toBe(404);
    expect(await list("remove", String(list_id))).toEqual({
      code: 1,
      stdout: "",
      stderr: "There is no such list.\n",
    });
  },
  JOURNEY_MS,
);

test(
  "invalid commands are refused with a sentence",
  async () => {
    const wrong = "Use either --shows, or --category, --language, --max-age-days.\n";
    expect(await list("set", "1")).toEqual({ code: 2, stdout: "", stderr: wrong });
    const both = await list("set", "1", "--shows", "1", "--language", "it");
    expect(both).toEqual({ code: 2, stdout: "", stderr: wrong });
    const nowhere = await list("create", "--name", "Trains", "--country", "XX");
    expect(nowhere).toMatchObject({
      code: 2,
      stderr: "--country must be an ISO 3166-1 country code.\n",
    });
    const unknown = await list("set", "1", "--category", "1");
    expect(unknown).toMatchObject({ code: 2, stderr: "--category must be a show category.\n" });
  },
  JOURNEY_MS,
);
