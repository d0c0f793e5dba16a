/** Tests every page of the studio: who may open it, and who may send its form, with and without the form's token. */
import { beforeAll, expect, test } from "vitest";
import { allPages } from "../../src/app.ts";
import { createOrganization, setMember } from "../../src/features/people/organizations/actions.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { createSurfer, type Sight, type Surfer } from "../setup/surfer.ts";
import { type Person, useWorld } from "../setup/world.ts";

const ACTORS = ["stranger", "collaborator", "owner", "admin"] as const;
type Actor = (typeof ACTORS)[number];

const world = useWorld({ RATE_LIMIT: "0" });
const surfers = new Map<Actor, Surfer>();
const people = new Map<Actor, Person>();

let organization_id: number;

beforeAll(async () => {
  for (const actor of ACTORS) {
    const person = await world.person({ admin: actor === "admin" });
    people.set(actor, person);
    surfers.set(actor, await signedIn(person));
  }
  const { user_id } = need(people, "owner");
  const named = { name: "The team of the matrix" };
  ({ organization_id } = await createOrganization(world.deps, named, user_id, true));
  const analyst = { organization_id, user_id: need(people, "collaborator").user_id };
  await setMember(world.deps, { ...analyst, role: "analyst" });
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const need = <K, V>(map: ReadonlyMap<K, V>, key: K): V => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`no ${String(key)}`);
  return value;
};

/** Records of the owner that nothing has happened to yet, because the form of a page may delete them. */
async function makeRecords(): Promise<Record<string, number>> {
  const { db } = world.deps;
  const owner = need(people, "owner");
  const show_id = await makeShow(world, owner, { title: "The show of the matrix" });
  const { user_id } = need(people, "collaborator");
  await db.insertInto("show_collaborators").values({ show_id, user_id }).execute();
  const episode_id = await makeEpisode(world, show_id, { title: "The episode of the matrix" });
  const { import_id } = await db
    .insertInto("imports")
    .values({ user_id: owner.user_id, show_id, state: "FAILED", error: "The feed of the matrix" })
    .returning("import_id")
    .executeTakeFirstOrThrow();
  return { show_id, episode_id, import_id, organization_id, ...(await makeBookings()) };
}

/** A line item of the owner's team, whose campaign and advertiser have nothing else. */
async function makeBookings(): Promise<Record<string, number>> {
  const { api } = need(people, "owner");
  const made = async (noun: string, fields: object) =>
    (await api.post(`/v2/${noun}s`, { name: `The ${noun} of the matrix`, ...fields })).response[
      noun
    ];
  const { advertiser_id } = await made("advertiser", { iab_categories: "IAB1" });
  const { campaign_id } = await made("campaign", { advertiser_id });
  const { lineitem_id } = await made("lineitem", {
    campaign_id,
    ...{ priority_id: 30, start_date: "2026-01-10", end_date: "2026-01-20" },
    ...{ goal_pacing: "PACED", price_type: "NONE", price_amount: "0" },
  });
  // A team has at most 200 of them.
  await world.deps.db.deleteFrom("saved_reports").execute();
  const named = { name: "The report of the matrix", period: "yesterday" };
  const saved = await api.post(`/v2/organizations/${organization_id}/saved-reports`, named);
  const { report_id } = saved.response.report;
  return { advertiser_id, campaign_id, lineitem_id, report_id };
}

const pages = () => allPages(world.deps).filter(({ path }) => /^\/studio(?:\/|$)/.test(path));
const filled = (path: string, records: Readonly<Record<string, number>>) =>
  path.replace(/:(\w+)/g, (_, name) => String(records[name] ?? 1));
/** Whether the page is about one person's record. */
const isOfRecord = (path: string) => path.includes("/:");
/** Imports are their maker's alone. */
const mayOpen = (actor: Actor, path: string) => {
  if (path.startsWith("/studio/operate")) return actor === "admin";
  // Saved reports are changed by their owner alone, and deleted by who may book, too.
  if (/\/:report_id(?:\/mails\/\w+)?$/.test(path)) return actor === "owner";
  if (path === "/studio/ads/reports/new" || path === "/studio/ads/views/new")
    return actor !== "stranger";
  if (actor === "owner" || actor === "admin") return true;
  // The collaborator is an analyst of the owner's team.
  if (isOfAds(path)) return actor === "collaborator" && !AD_FORM.test(path);
  return !isOfRecord(path) || (actor === "collaborator" && !path.includes(":import_id"));
};
const isOfAds = (path: string) => path.startsWith("/studio/ads");
/** Pages with forms that change bookings. */
const AD_FORM =
  /\/(?:new|edit|change|delete|clone|bulk|act|aircheck|share|unshare|:advertiser_id)$/;

test("every page of the studio leads nobody to the sign-in page, forms before they are read", async () => {
  const records = await makeRecords();
  expect(pages().length).toBeGreaterThan(15);
  for (const { method, path } of pages()) {
    const body = method === "POST" ? new URLSearchParams({ csrf: "forged" }) : null;
    const url = world.baseUrl + filled(path, records);
    const { status, headers } = await fetch(url, { method, body, redirect: "manual" });
    const [to] = (headers.get("location") ?? "").split("?");
    expect([status, to], `${method} ${path}`).toEqual([303, "/sign-in"]);
  }
});

test.each(ACTORS)("pages that the %s may open, and those that they may not", async (actor) => {
  const surfer = need(surfers, actor);
  const records = await makeRecords();
  const wrong: string[] = [];
  for (const { path } of pages().filter(({ method }) => method === "GET")) {
    const { status, text } = await surfer.open(filled(path, records));
    const isGood = mayOpen(actor, path)
      ? status === 200 || (hasOthers(path) && REFUSED.includes(status))
      : REFUSED.includes(status) && !text.includes("of the matrix");
    if (!isGood) wrong.push(`${path}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

const REFUSED = [400, 403, 404];
/** Whether the page needs records that are not made here, such as a transcript. */
const hasOthers = (path: string): boolean =>
  /:(?!show_id|episode_id|import_id|advertiser_id|campaign_id|lineitem_id|organization_id|report_id)/.test(
    path,
  );
/** Forms that only the owner of the show and admins may send. */
const OWNERS =
  /^\/studio\/(?:shows\/:show_id\/team|organizations\/:organization_id\/members)\/:user_id\/remove$/;

test.each(ACTORS)("forms of the %s are refused without the token", async (actor) => {
  const surfer = need(surfers, actor);
  const records = await makeRecords();
  for (const { path } of pages().filter(({ method }) => method === "POST")) {
    await surfer.open("/settings");
    const sent = await surfer.submit({ csrf: "forged" }, "/sign-out", filled(path, records));
    expect(sent.status, path).toBe(403);
  }
});

/** Records are made for each of many forms. */
const MOST_MS = 120_000;

test.each(ACTORS)(
  "forms that the %s may send with the token",
  async (actor) => {
    const surfer = need(surfers, actor);
    const wrong: string[] = [];
    for (const { path, files } of pages().filter(({ method }) => method === "POST")) {
      const records = await makeRecords();
      const form = withToken(await surfer.open("/settings"));
      const to = filled(path, records);
      const { status, text } =
        Object.keys(files).length === 0
          ? await surfer.submit({}, "/sign-out", to)
          : await surfer.post(to, form);
      const mayNot = !mayOpen(actor, path) || (actor === "collaborator" && OWNERS.test(path));
      // An incomplete form may be refused before anybody looks whose record it is, but without a word about it.
      const isGood = mayNot
        ? REFUSED.includes(status) && (mayOpen(actor, path) || !text.includes("of the matrix"))
        : status < 500 && status !== 403;
      if (!isGood) wrong.push(`${path}: ${status}`);
      if (mayNot) await expectUnchanged(records);
    }
    expect(wrong).toEqual([]);
  },
  MOST_MS,
);

function withToken({ text }: Sight): FormData {
  const form = new FormData();
  form.append("csrf", /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "");
  return form;
}

/** What a stranger sent has changed nothing. */
async function expectUnchanged({ show_id, episode_id }: Record<string, number>) {
  const { db } = world.deps;
  const show = await db
    .selectFrom("shows")
    .select(["title", "deleted_at"])
    .where("show_id", "=", show_id ?? 0)
    .executeTakeFirst();
  const episode = await db
    .selectFrom("episodes")
    .select(["title", "deleted_at"])
    .where("episode_id", "=", episode_id ?? 0)
    .executeTakeFirst();
  expect(show).toEqual({ title: "The show of the matrix", deleted_at: null });
  expect(episode).toEqual({ title: "The episode of the matrix", deleted_at: null });
}
