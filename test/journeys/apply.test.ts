/** Tests `longwave --server <url> apply`: the difference, creation, changes, nothing left to do, and mistakes. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTeam } from "../setup/advertising.ts";
import { useWorld } from "../setup/world.ts";
import { JOURNEY_MS, longwave } from "./processes.ts";

const world = useWorld();
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-apply-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function apply(token: string, text: string, ...options: string[]) {
  const file = path.join(folder, "radio.yaml");
  await writeFile(file, text);
  const environment = { DATA_DIR: "/nowhere", HOME: folder, LONGWAVE_TOKEN: token };
  return longwave(["--server", world.baseUrl, "apply", file, ...options], environment);
}

const desired = (team_id: number, budget: string, title = "Harbour nights") => `
team_id: ${team_id}
shows:
  - permalink: harbour-nights
    title: ${title}
    language: en
    explicit: false
webhooks:
  - url: https://example.org/hook
    types: [episode.published, episode.updated]
advertisers:
  - external_id: acme
    name: Acme
    iab_categories: [IAB22-11]
campaigns:
  - external_id: winter
    advertiser: acme
    name: Winter
    budget_amount: ${budget}
lineitems:
  - external_id: winter-1
    campaign: winter
    name: Night trains
    priority_id: 30
    start_date: 2026-12-10
    end_date: 2026-12-20
    goal_pacing: PACED
    price_type: CPM
    price_amount: 12.50
    target_geo: { type: INCLUDE, values: [AT] }
`;

test(
  "a file is compared, applied, found unchanged, and changed again",
  async () => {
    const { boss, team_id } = await makeTeam(world);
    const shown = await apply(boss.token, desired(team_id, "100"));
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toContain(
      '+ lineitem winter-1\n    external_id: "winter-1"\n    campaign: "winter"\n',
    );
    expect(shown.stdout).toMatch(/\n5 to change, 0 unchanged\.\n$/);
    expect((await boss.api.get("/v2/webhooks")).response.items).toEqual([]);

    const applied = await apply(boss.token, desired(team_id, "100"), "--yes");
    expect(applied).toMatchObject({ code: 0, stderr: "" });
    const again = await apply(boss.token, desired(team_id, "100"), "--yes");
    expect(again).toEqual({ code: 0, stderr: "", stdout: "0 to change, 5 unchanged.\n" });

    const changes = desired(team_id, "250.5", "Harbour by night");
    const changed = await apply(boss.token, changes, "--yes");
    expect(changed).toMatchObject({ code: 0, stderr: "" });
    expect(changed.stdout).toContain('title: "Harbour nights" → "Harbour by night"\n');
    expect(changed.stdout).toMatch(
      /budget_amount: "100.*" → 250\.5\n2 to change, 3 unchanged\.\n$/,
    );
    const { items } = (await boss.api.get(`/v2/campaigns?team_id=${team_id}`)).response;
    expect(items).toMatchObject([{ external_id: "winter", advertiser_name: "Acme" }]);
    expect(items[0].budget_amount).toMatch(/^250\.50*$/);
    const shows = (await boss.api.get("/v2/users/me/shows")).response.items;
    expect(shows).toMatchObject([{ title: "Harbour by night" }]);
    const machine = await apply(boss.token, changes, "--json");
    expect(JSON.parse(machine.stdout)).toEqual([]);
  },
  JOURNEY_MS,
);

test.for<[number, RegExp, string]>([
  [2, /^songs is not a section\. The sections are shows, /, "songs: []"],
  [2, /^shows\[0\]: permalink is required/, "shows: [{ title: Harbour nights }]"],
  [2, /^shows\[0\]: titel is not a field\. /, "shows: [{ permalink: a, titel: b }]"],
  [2, /^shows\[1\]: permalink a occurs twice/, "shows: [{ permalink: a }, { permalink: a }]"],
  [
    2,
    /^campaign x: there is no advertiser none\./,
    "campaigns: [{ external_id: x, name: X, advertiser: none }]",
  ],
  [2, /at line 1, column/, "shows: ["],
  [2, /must contain sections/, "just text"],
  [5, /^400 .*\n {2}language: /, "shows: [{ permalink: short, title: Harbour nights }]"],
])("it exits with %i and prints %s", { timeout: JOURNEY_MS }, async ([code, message, text]) => {
  const { boss } = await makeTeam(world);
  const ended = await apply(boss.token, text, "--yes");
  expect(ended).toMatchObject({ code, stderr: expect.stringMatching(message) });
});

test(
  "aliases that would grow without bound are refused",
  async () => {
    const { token } = await world.person();
    const levels = Array.from({ length: 9 }, (_, at) =>
      at === 0
        ? "a0: &a0 [x, x, x, x, x, x, x, x, x]"
        : `a${at}: &a${at} [${`*a${at - 1}, `.repeat(9)}]`,
    );
    const ended = await apply(token, levels.join("\n"));
    const message = expect.stringMatching(/alias/i);
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: message });
  },
  JOURNEY_MS,
);
