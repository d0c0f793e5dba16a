/** Tests the advertising in archives of organizations: the same bytes again, nothing that starts by itself, and what is refused. */
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeSound } from "../setup/sounds.ts";
import { HOSTILE, lineitemEntry, rebuilt, sha256 } from "./hostileadvertising.ts";
import { eventually } from "./processes.ts";
import { type At, MOST_MS, ok, useTwoServers } from "./twoservers.ts";

const servers = useTwoServers();
const { api, folder, inFolder, local } = servers;
const archive = () => inFolder("a.tar");

const remote = (at: At, words: string[]) => servers.remote(at, ["organization", ...words]);
const done = (at: At, ...words: string[]) => servers.done(at, "organization", ...words);

/** An organization of ada, with her shows. */
async function makeOrganization(at: At, name: string): Promise<number> {
  const owner = (await ok(api(at).get("/v2/me"))).user.username;
  const made = await local(at, "organization", "create", "--name", name, "--owner", owner);
  const id = String(JSON.parse(made).organization_id);
  await local(at, "organization", "add-network", "--organization", id, "--user", owner);
  return Number(id);
}

const sound = async (name: string): Promise<File> => {
  const at = await makeSound({ folder: folder(), name, seconds: 1 });
  return new File([await readFile(at)], name);
};

async function makeShow(title: string): Promise<{ show_id: number; episode_id: number }> {
  const { show } = await ok(api(0).post("/v2/shows", { title, language: "en" }));
  const link = { type: "EXTERNAL", media_url: "https://example.org/e.mp3", title: `${title} 1` };
  const { episode } = await ok(api(0).post(`/v2/shows/${show.show_id}/episodes`, link));
  return { show_id: show.show_id, episode_id: episode.episode_id };
}

const FLIGHT = {
  ...{ start_date: "2026-01-01", end_date: "2099-12-31", goal_pacing: "PACED" },
  ...{ priority_id: 40, price_type: "CPM", price_amount: "12.5" },
};

const teamOn = async (at: At, organization: number): Promise<number> =>
  (await ok(api(at).get(`/v2/organizations/${organization}`))).organization.team_id;

/** The line items of the only team with advertising, oldest first, without what pacing says meanwhile. */
const lineitemsOn = async (at: At): Promise<Record<string, unknown>[]> =>
  (await ok(api(at).get("/v2/lineitems?limit=100"))).items
    .toReversed()
    .map(({ on_track: _, ...lineitem }: { on_track: boolean }) => lineitem);

const lineitem = async (fields: Record<string, unknown>, file?: File) => {
  const files = file === undefined ? {} : { files: { audio_ad_file: file } };
  return (await ok(api(0).post("/v2/lineitems", { ...FLIGHT, ...fields }, files))).lineitem;
};

/** Something of everything: with and without external ids, doubled names, all states, and targets. */
async function book(team_id: number, at: { show_id: number; episode_id: number }): Promise<void> {
  const a = api(0);
  const advertiser = async (fields: Record<string, unknown>) =>
    (await ok(a.post("/v2/advertisers", { team_id, iab_categories: "IAB22", ...fields })))
      .advertiser.advertiser_id;
  const kiosk = { name: "Kiosk", external_id: "adv-1", domain: "kiosk.example", notes: "If a < b" };
  const first = await advertiser(kiosk);
  const second = await advertiser({ name: "Twin", iab_categories: "IAB1-1,IAB2" });
  await advertiser({ name: "Twin" });
  const campaign = async (fields: Record<string, unknown>) =>
    (await ok(a.post("/v2/campaigns", fields, { as: "json" }))).campaign.campaign_id;
  const caps = [{ max: 3, count: 2, unit: "DAY" }];
  const spring = await campaign({
    ...{ name: "Spring", advertiser_id: first, currency: "USD", external_id: "c-1" },
    ...{ budget_amount: "1234.5678", frequency_cap: caps },
  });
  const open = await campaign({ name: "Open", advertiser_id: second });
  const active = await lineitem(
    {
      ...{ name: "Active", campaign_id: spring, external_id: "li-1", notes: "Two\nlines" },
      ...{ active: true, goal_impressions: 5000, daily_cap: 100, timezone: "Europe/Vienna" },
    },
    await sound("one.flac"),
  );
  const path = `/v2/lineitems/${active.lineitem_id}`;
  await ok(
    a.post(
      `${path}/creatives`,
      { weight: 0 },
      { files: { audio_ad_file: await sound("two.wav") } },
    ),
  );
  const include = { type: "INCLUDE", matcher: "ONE_OF" };
  const targets = {
    target_shows: { ...include, values: [at.show_id] },
    target_episodes: { type: "EXCLUDE", matcher: "ONE_OF", values: [at.episode_id] },
    target_geo: { ...include, values: ["US", "AT"] },
    target_dayparts: { ...include, values: [{ days: [1, 2], from: 6, to: 10 }] },
    target_midroll_position: "last",
    exclusions: { industries: ["IAB22"], advertisers: [second], scope: "download" },
    third_party_impression_urls: ["https://pixel.example/i?c={CACHEBUSTER}&x=1,2"],
    frequency_cap: caps,
  };
  await ok(a.post(path, targets, { as: "json" }));
  for (const priority_id of [50, 60])
    await lineitem({
      name: "Draft",
      campaign_id: open,
      priority_id,
      price_type: "NONE",
      price_amount: "0",
    });
  const canceled = await lineitem({ name: "Canceled", campaign_id: open, share_of_voice: 30 });
  await ok(a.post(`/v2/lineitems/${canceled.lineitem_id}`, { canceled: true }));
  const noise = new File(["no sound at all"], "noise.mp3");
  await lineitem({ name: "Silent", campaign_id: open, active: true }, noise);
  const deleted = await lineitem({ name: "Deleted", campaign_id: open, external_id: "li-1" });
  await ok(a.delete(`/v2/lineitems/${deleted.lineitem_id}`));
}

let from = 0;
let into = 0;
let outside = { show_id: 0, episode_id: 0 };
const target = () => ["--into", String(into)];
const bytes = (name: string) => readFile(inFolder(name));

test(
  "advertising goes to another server, where nothing starts, although the import is killed again and again",
  async () => {
    from = await makeOrganization(0, "Harbour");
    const show = await makeShow("Night trains");
    await book(await teamOn(0, from), show);
    // The creatives are still being encoded: the export waits for them.
    expect(await done(0, "export", String(from), archive())).toBe(
      `${archive()}: Harbour, 1 shows, 1 episodes, 5 line items, 2 files\n`,
    );
    into = await makeOrganization(1, "Empty");
    const planned = await done(1, "import", archive(), ...target(), "--dry-run");
    expect(planned).toContain(
      "\n+ advertiser Kiosk\n+ advertiser Twin\n+ advertiser Twin\n+ campaign Spring\n+ campaign Open\n+ lineitem Active\n",
    );
    expect(planned).toContain("\nLine items that are active in the file and stay paused: 1. ");
    expect(await lineitemsOn(1)).toEqual([]);
    expect((await ok(api(1).get("/v2/advertisers"))).items).toEqual([]);

    for (const [path, count] of [
      ["advertisers", 2],
      ["campaigns", 1],
      ["lineitems", 2],
      ["lineitems", 5],
    ] as const) {
      const running = servers.begin(1, ["organization", "import", archive(), ...target()]);
      await eventually(
        async () => (await ok(api(1).get(`/v2/${path}`))).items.length >= count,
        120_000,
      );
      running.kill("SIGKILL");
      await running.ended;
    }
    const said = await done(1, "import", archive(), ...target());
    expect(said).toContain("stay paused: 1. To start them, import again with --activate");
    expect(await lineitemsOn(1)).toMatchObject([
      {
        ...{ name: "Active", external_id: "li-1", active: false, delivery_status: "DRAFT" },
        ...{ price_amount: "12.50000", goal_impressions: 5000, daily_cap: 100 },
        creatives: [
          { filename: "one.flac", status: "READY", weight: 100 },
          { filename: "two.wav", status: "READY", weight: 0 },
        ],
      },
      { name: "Draft", priority_id: 50, active: false, creatives: [] },
      { name: "Draft", priority_id: 60, active: false },
      { name: "Canceled", canceled: true, share_of_voice: 30 },
      { name: "Silent", active: false, creatives: [] },
    ]);
    const again = JSON.parse(await done(1, "import", archive(), ...target(), "--json"));
    expect(again.advertising).toEqual({ changes: [], unchanged: 10, started: 0, paused: 1 });
    expect(again).toMatchObject({ changes: [], unchanged: 13, left: [] });
  },
  MOST_MS,
);

test(
  "--activate starts what was active, and then the other server exports the same bytes",
  async () => {
    await done(1, "export", String(into), inFolder("b.tar"));
    expect((await bytes("b.tar")).equals(await bytes("a.tar"))).toBe(false);
    const planned = await done(1, "import", archive(), ...target(), "--activate", "--dry-run");
    expect(planned).toBe(
      "~ lineitem Active: state\n1 to change, 12 unchanged.\nLine items that start: 1.\n",
    );
    expect((await lineitemsOn(1))[0]).toMatchObject({ active: false });
    await done(1, "import", archive(), ...target(), "--activate");
    expect((await lineitemsOn(1))[0]).toMatchObject({
      active: true,
      delivery_status: "DELIVERING",
    });
    await done(1, "export", String(into), inFolder("b.tar"));
    expect((await bytes("b.tar")).equals(await bytes("a.tar"))).toBe(true);
    expect(await done(1, "import", archive(), ...target())).toMatch(/^0 to change, 13 unchanged\./);
    // Where it comes from, nothing is changed, not even what was started and has no audio.
    const own = await lineitemsOn(0);
    expect(await done(0, "import", archive(), "--into", String(from))).toMatch(/^0 to change/);
    expect(await lineitemsOn(0)).toEqual(own);
    expect(own.at(-1)).toMatchObject({ name: "Silent", active: true });
    // Targets are the ids of this server.
    const [show] = (await ok(api(1).get(`/v2/organizations/${into}/shows`))).items;
    const [kiosk, twin] = (await ok(api(1).get("/v2/advertisers"))).items.toReversed();
    expect((await lineitemsOn(1))[0]).toMatchObject({
      target_shows: { values: [show.show_id] },
      exclusions: { advertisers: [twin.advertiser_id] },
      campaign_name: "Spring",
    });
    expect(kiosk).toMatchObject({ name: "Kiosk", domain: "kiosk.example", notes: "If a < b" });
  },
  MOST_MS,
);

test(
  "what was changed on the other server is named by a dry run, and made as the archive has it",
  async () => {
    const all = await lineitemsOn(1);
    const [active, draft] = all as { lineitem_id: number; creatives: { creative_id: number }[] }[];
    const path = `/v2/lineitems/${active?.lineitem_id}`;
    await ok(api(1).post(path, { price_amount: "99", target_shows: "", name: "Renamed" }));
    await ok(api(1).delete(`${path}/creatives/${active?.creatives[0]?.creative_id}`));
    await ok(
      api(1).post(
        `/v2/lineitems/${draft?.lineitem_id}`,
        { active: true },
        { files: { audio_ad_file: await sound("other.mp3") } },
      ),
    );
    await eventually(async () => {
      const [, now] = await lineitemsOn(1);
      return now?.delivery_status === "DELIVERING";
    }, 120_000);
    const planned = await done(1, "import", archive(), ...target(), "--dry-run");
    expect(planned).toBe(
      [
        "~ lineitem Active: fields.name, fields.price_amount, target_shows, creatives",
        "~ lineitem Draft: creatives, state",
        "2 to change, 11 unchanged.\n",
      ].join("\n"),
    );
    await done(1, "import", archive(), ...target());
    await done(1, "export", String(into), inFolder("b.tar"));
    expect((await bytes("b.tar")).equals(await bytes("a.tar"))).toBe(true);
  },
  MOST_MS,
);

test(
  "targets outside of the organization are refused by a server that does not have them, and found on one that does",
  async () => {
    const bea = ["--username", "bea", "--email", "bea@example.org", "--fullname", "Bea"];
    await local(0, "user", "create", ...bea, "--password", "engine no 2");
    const token = (await local(0, "token", "create", "--user", "bea")).trim();
    const file = inFolder("foreign.tar");
    const made = await servers.remote(
      0,
      ["call", "createShow", "title=Foreign", "language=en"],
      token,
    );
    outside = { show_id: JSON.parse(made.stdout).show.show_id, episode_id: 0 };
    const { guid } = (await ok(api(0).get(`/v2/shows/${outside.show_id}`))).show;
    const [active] = (await lineitemsOn(0)) as { lineitem_id: number }[];
    const path = `/v2/lineitems/${active?.lineitem_id}`;
    const before = (await ok(api(0).get(path))).lineitem.target_shows;
    const values = [...before.values, outside.show_id, 999_999];
    await ok(api(0).post(path, { target_shows: { ...before, values } }, { as: "json" }));
    const exported = await remote(0, ["export", String(from), file]);
    expect(exported).toMatchObject({
      code: 0,
      stderr: `Line item ${active?.lineitem_id}: target_shows without 999999, which cannot be read.\n`,
    });
    const state = await lineitemsOn(1);
    const refused = await remote(1, ["import", file, ...target()]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(
      `advertising/lineitems/000001.json is targeted at show ${guid}, which is neither in the archive nor`,
    );
    expect(await lineitemsOn(1)).toEqual(state);
    const { show } = await ok(api(1).post("/v2/shows", { title: "Foreign", language: "en", guid }));
    await done(1, "import", file, ...target());
    expect((await lineitemsOn(1))[0]).toMatchObject({
      target_shows: { values: [expect.any(Number), show.show_id] },
    });
    await ok(api(1).delete(`/v2/shows/${show.show_id}`));
    // Without anything that is left, the line item would be for all.
    await ok(api(0).post(path, { target_shows: { ...before, values: [999_999] } }, { as: "json" }));
    const nothing = await remote(0, ["export", String(from), file]);
    expect(nothing).toMatchObject({ code: 2, stdout: "" });
    expect(nothing.stderr).toContain("nothing in its target_shows can be read any more");
    await ok(api(0).post(path, { target_shows: before }, { as: "json" }));
    const copy = (await ok(api(0).post(`${path}/clone`, {}))).lineitem;
    const doubled = await remote(0, ["export", String(from), file]);
    expect(doubled).toMatchObject({ code: 2, stdout: "" });
    expect(doubled.stderr).toContain(
      `The lineitems ${active?.lineitem_id}, ${copy.lineitem_id} have the same external_id li-1`,
    );
  },
  MOST_MS,
);

test(
  "hostile advertising is refused, naming the entry, before anything is changed",
  async () => {
    const file = inFolder("hostile.tar");
    const before = await lineitemsOn(1);
    const organization = (await ok(api(1).get(`/v2/organizations/${into}`))).organization;
    for (const [what, change, message] of HOSTILE) {
      await writeFile(file, await rebuilt(archive(), change));
      const got = await remote(1, ["import", file, ...target(), "--activate"]);
      expect(got, what).toMatchObject({ code: 2, stdout: "" });
      expect(got.stderr, what).toContain(message);
    }
    await writeFile(
      file,
      await rebuilt(archive(), (records) => {
        records.delete("organization.json");
        records.get("manifest.json").kind = "show";
      }),
    );
    const ofShow = await servers.remote(1, ["show", "import", file]);
    expect(ofShow).toMatchObject({ code: 2, stdout: "" });
    expect(ofShow.stderr).toContain(
      "advertising/advertisers/000001.json does not belong to the show",
    );
    const owner = (await ok(api(1).get("/v2/me"))).user.username;
    const bare = ["organization", "create", "--name", "Bare", "--owner", owner, "--no-team"];
    const { organization_id } = JSON.parse(await local(1, ...bare));
    const teamless = await remote(1, ["import", archive(), "--into", String(organization_id)]);
    expect(teamless).toMatchObject({ code: 2, stdout: "" });
    expect(teamless.stderr).toContain("has no team, so it cannot have advertising");
    expect(await lineitemsOn(1)).toEqual(before);
    expect((await ok(api(1).get(`/v2/organizations/${into}`))).organization).toEqual(organization);
  },
  MOST_MS,
);

test(
  "a line item whose audio cannot be encoded is named and not started, and the rest is imported",
  async () => {
    const file = inFolder("noise.tar");
    const noise = Buffer.from("no sound at all");
    const sounds = new Map<string, Uint8Array>();
    const damaged = await rebuilt(
      archive(),
      (records) => {
        const { creatives, fields } = records.get(lineitemEntry(1));
        for (const { audio } of creatives) sounds.set(`media/${audio.sha256}`, noise);
        creatives[0].audio = { bytes: noise.length, sha256: sha256(noise) };
        creatives.splice(1);
        fields.notes = "Changed";
        records.get(lineitemEntry(1)).state = "active";
      },
      sounds,
    );
    await writeFile(file, damaged);
    const [active] = (await lineitemsOn(1)) as { lineitem_id: number }[];
    await ok(api(1).post(`/v2/lineitems/${active?.lineitem_id}`, { active: false }));
    for (const _ of ["first", "again"]) {
      const got = await remote(1, ["import", file, ...target(), "--activate"]);
      expect(got.code).toBe(1);
      expect(got.stderr).toMatch(
        /^Active: the server does not have this as the file has it: creatives \(.+\), state\.\n$/,
      );
      const [now] = await lineitemsOn(1);
      expect(now).toMatchObject({ notes: "Changed", active: false });
      expect(now?.creatives).toMatchObject([{ status: "ERROR" }]);
    }
    await done(1, "import", archive(), ...target(), "--activate");
    await done(1, "export", String(into), inFolder("b.tar"));
    expect((await bytes("b.tar")).equals(await bytes("a.tar"))).toBe(true);
  },
  MOST_MS,
);
