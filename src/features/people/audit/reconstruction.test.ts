/** Tests that the log suffices to reconstruct money and moderation: each change read back, and a past state rebuilt. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { LINEITEM } from "../../../../test/setup/advertising.ts";
import { makeTeam } from "../../../../test/setup/bookings.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { saveIdentity } from "../../web/identity/actions.ts";

const world = useWorld();
let ada: Person;
let admin: Person;
let organization_id: number;

beforeAll(async () => {
  ada = await world.person();
  admin = await world.person({ admin: true });
  ({ organization_id } = await makeTeam(world, ada));
});

type Fields = Readonly<Record<string, unknown>>;
type Entry = Readonly<{
  entry_id: number;
  at: string;
  actor: Readonly<{ username: string }> | null;
  action: string;
  before: Fields;
  after: Fields;
}>;

/** All entries of a subject, the first one first. */
const entriesOf = async (subject: string): Promise<Entry[]> =>
  (await admin.api.get(`/v2/audit?subject=${subject}&limit=100`)).response.items.toReversed();
const lastOf = async (subject: string) => (await entriesOf(subject)).at(-1);

const book = async () => {
  const { api } = ada;
  const { advertiser } = (await api.post("/v2/advertisers", { name: "A", iab_categories: "IAB1" }))
    .response;
  const { campaign } = (
    await api.post("/v2/campaigns", { name: "C", advertiser_id: advertiser.advertiser_id })
  ).response;
  const { lineitem } = (
    await api.post("/v2/lineitems", { ...LINEITEM, campaign_id: campaign.campaign_id })
  ).response;
  return {
    advertiser: `/v2/advertisers/${advertiser.advertiser_id}`,
    campaign: `/v2/campaigns/${campaign.campaign_id}`,
    lineitem: `/v2/lineitems/${lineitem.lineitem_id}`,
    lineitem_id: lineitem.lineitem_id as number,
  };
};
const subjectOf = (path: string) => path.replace(/^\/v2\/(\w+)s\/(\d+)$/, "$1:$2");

test("budgets, prices, goals, targets, caps and shares are read back with who changed them", async () => {
  const { advertiser, campaign, lineitem } = await book();
  const changes: [path: string, send: Record<string, unknown>, field: string][] = [
    [advertiser, { name: "Another name" }, "name"],
    [campaign, { budget_amount: "1000" }, "budget_amount"],
    [campaign, { budget_amount: "750.50" }, "budget_amount"],
    [lineitem, { price_amount: "99.50" }, "price_amount"],
    [lineitem, { goal_impressions: 12_345 }, "goal_impressions"],
    [lineitem, { priority_id: 20 }, "priority_id"],
    [
      lineitem,
      { target_geo: { type: "INCLUDE", matcher: "ONE_OF", values: ["IT"] } },
      "target_geo",
    ],
    [lineitem, { frequency_cap: [{ max: 2, unit: "DAY", count: 1 }] }, "frequency_cap"],
  ];
  for (const [path, send, field] of changes) {
    const method = path === lineitem ? "post" : "put";
    const { status, text } = await ada.api[method](path, send, { as: "json" });
    expect(status, text).toBe(200);
    const entry = await lastOf(subjectOf(path));
    expect(entry?.actor?.username, field).toBe(ada.username);
    expect(Object.keys(entry?.after ?? {}), field).toEqual([field]);
    expect(entry?.before[field], field).not.toEqual(entry?.after[field]);
  }
  await ada.api.post(`${campaign}/share`, { days: 7 });
  expect(await lastOf(subjectOf(campaign))).toMatchObject({ action: "share" });
  await ada.api.delete(`${campaign}/share`);
  expect(await lastOf(subjectOf(campaign))).toMatchObject({ action: "unshare" });
});

test("roles, decisions on reports, suspensions and settings of the site are read back", async () => {
  const bob = await world.person();
  const member = `/v2/organizations/${organization_id}/members/${bob.user_id}`;
  await ada.api.put(member, { role: "analyst" });
  await ada.api.put(member, { role: "admin" });
  const field = `members.${bob.user_id}`;
  expect(await lastOf(`organization:${organization_id}`)).toMatchObject({
    actor: { username: ada.username },
    before: { [field]: { role: "analyst" } },
    after: { [field]: { role: "admin" } },
  });

  const episode_id = await makeEpisode(world, await makeShow(world, ada));
  const messages = `/v2/episodes/${episode_id}/messages`;
  const { message_id } = (await bob.api.post(messages, { text: "Buy" })).response.message;
  await ada.api.post(`${messages}/${message_id}/report-abuse`, { reason: "Spam" });
  const decision = { decision: "remove", suspend_author: true, reason: "Spam." };
  await admin.api.put(`/v2/admin/reports/${message_id}/decision`, decision);
  expect(await lastOf(`episode:${episode_id}`)).toMatchObject({
    actor: { username: admin.username },
    before: { [`reports.${message_id}`]: { open: 1 } },
    after: { [`reports.${message_id}`]: { open: 0, decision: "remove" } },
  });
  expect(await lastOf(`user:${bob.user_id}`)).toMatchObject({
    actor: { username: admin.username },
    action: "suspend",
    after: { suspension_reason: "Spam." },
  });

  await saveIdentity(world.deps.db, { name: "Night Radio", contact: "desk@radio.example" });
  await saveIdentity(world.deps.db, { name: "Day Radio" });
  expect(await lastOf("site:1")).toMatchObject({
    before: { name: "Night Radio" },
    after: { name: "Day Radio" },
  });
  expect((await ada.api.get("/v2/audit?subject=site:1")).status).toBe(403);
});

/** The record after the entries up to `entry_id`: each one's new values on top of the earlier ones. */
const rebuilt = (entries: readonly Entry[], entry_id: number): Record<string, unknown> =>
  Object.assign({}, ...entries.filter((one) => one.entry_id <= entry_id).map(({ after }) => after));

/** The record without its empty fields, which the first entry leaves out. */
const filled = (record: Fields, names: readonly string[]) =>
  Object.fromEntries(
    names
      .filter((name) => !EMPTY.includes(JSON.stringify(record[name] ?? null)))
      .map((name) => [name, record[name]]),
  );
const EMPTY = ["null", '""', "[]", "{}"];

test("the state of a line item at each past moment is rebuilt from the log alone", async () => {
  const { lineitem, lineitem_id } = await book();
  const subject = `lineitem:${lineitem_id}`;
  const present = async (): Promise<Fields> => {
    const { rows } = await sql<{ row: Fields }>`
      select to_jsonb(l) as row from lineitems l where lineitem_id = ${lineitem_id}`.execute(
      world.deps.db,
    );
    return rows[0]?.row ?? {};
  };
  const moments: [entry_id: number, state: Fields][] = [];
  const note = async () => moments.push([(await lastOf(subject))?.entry_id ?? 0, await present()]);
  await note();
  for (const send of [
    { price_amount: "31.25", goal_impressions: 500 },
    { end_date: "2036-01-31", notes: "Longer" },
    { target_geo: { type: "EXCLUDE", matcher: "ONE_OF", values: ["DE", "FR"] } },
    { notes: "", target_geo: "", price_amount: "8" },
  ]) {
    const { status, text } = await ada.api.post(lineitem, send, { as: "json" });
    expect(status, text).toBe(200);
    await note();
  }
  const entries = await entriesOf(subject);
  const { rows } = await sql<{ names: string }>`
    select split_part(encode(tgargs, 'escape'), '\\000', 3) as names
    from pg_trigger where tgname = 'lineitems_audited'`.execute(world.deps.db);
  const names = rows[0]?.names.split(",") ?? [];
  expect(names).toContain("price_amount");
  for (const [entry_id, state] of moments)
    expect(filled(rebuilt(entries, entry_id), names)).toEqual(filled(state, names));
  expect(new Set(moments.map(([, { price_amount }]) => price_amount)).size).toBe(3);
});
