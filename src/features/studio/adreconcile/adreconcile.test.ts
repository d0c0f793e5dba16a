/** Tests comparisons with reports in the studio over HTTP: result, CSV, refusals in the person's language, rights. */
import { beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let team: Team;
let boss: Surfer;
let path: string;
let lineitem_id: number;

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedIn(team.boss);
  const { campaign_id } = await team.campaign({ name: "Winter" });
  ({ lineitem_id } = await team.lineitem({ campaign_id, name: "Night <i>trains" }));
  path = `/studio/ads/campaigns/${campaign_id}/reconcile`;
});

async function signedIn({ username }: Person, headers = {}): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl, headers);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

async function send(surfer: Surfer, report: string, fields: Record<string, string> = {}) {
  const { text } = await surfer.open(path);
  const form = new FormData();
  form.append("csrf", /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "");
  form.append("report_file", new Blob([report]), "report.csv");
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return surfer.post(path, form);
}

const REPORT =
  "Date;Line item;Impressions;Revenue\n12.01.2026;Night <i>trains;1.200;9,50\n12.01.2026;Other <b>ship;5;0\n";

test("the result names what differs, what was left out, and how the file was read", async () => {
  expect((await boss.open(path.replace("/reconcile", ""))).text).toContain(path);
  const { status, text } = await send(boss, REPORT);
  expect(status).toBe(200);
  expect(text).toContain("1 of 1 row differs by more than 5 %.");
  expect(text).toContain("Impressions: 0 here, 1,200 in the report (no percentage).");
  expect(text).toContain("1 line item of the report is not in this campaign");
  expect(text).toContain("Other &lt;b&gt;ship (5 impressions)");
  expect(text).toContain("Night &lt;i&gt;trains");
  expect(text).not.toMatch(/<i>trains|<b>ship/);
});

test("the CSV has every row with exact digits, and the sums", async () => {
  const { text, headers } = await send(boss, REPORT, { answer: "csv" });
  expect(headers.get("content-type")).toContain("text/csv");
  expect(text.trim().split("\r\n")).toEqual([
    "Day,lineitem_id,Line item,Here,Report,Difference %,Revenue here,Revenue in the report,Difference of revenue %,Over 5 %",
    `2026-01-12,${lineitem_id},Night <i>trains,0,1200,,0,9.50000000,,true`,
    ",,,0,1200,,0,9.50000000,,true",
  ]);
});

test("a refusal names line and column in the person's language, and keeps what was entered", async () => {
  const german = await signedIn(team.boss, { "accept-language": "de" });
  const wrong = await send(german, REPORT.replace("1.200", "viele"), { lineitem_by: "name" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Zeile 2, Spalte “Impressions”: “viele” ist keine ganze Zahl.");
  expect(wrong.text).toMatch(/<option value="name" selected>/);
  const open = await send(german, REPORT.replaceAll("12.01.", "12/01/"));
  expect(open.text).toContain(
    "Die Datei zeigt nicht, ob in “12/01/2026” (Zeile 2) der Tag zuerst steht.",
  );
  const missing = await send(german, REPORT, { date_column: "Tag" });
  expect(missing.text).toContain("Diese Spalte hat die Datei nicht, aber: “Date”, “Line item”");
});

test("analysts compare; people of other teams do not", async () => {
  const analyst = await signedIn(await team.member("analyst"));
  expect((await send(analyst, REPORT)).text).toContain("1 of 1 row differs");
  const stranger = await signedIn(await world.person());
  expect([403, 404]).toContain((await stranger.open(path)).status);
});
