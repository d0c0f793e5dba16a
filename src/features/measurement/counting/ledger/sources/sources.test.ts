/** Tests the sites that listeners' browsers send: only valid hosts, and no more than the limit. */
import { expect, test } from "vitest";
import { useCounting } from "../../../../../../test/setup/counted.ts";
import { makeShow } from "../../../../../../test/setup/factories.ts";
import { aggregateLedgers } from "../../../statistics/aggregation/actions.ts";
import { SITES_A_MONTH } from "./rules.ts";

const { world, makeAudio, hear } = useCounting();
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
let people = 0;
/** Returns a new listener's address. */
function somebody(): string {
  people += 1;
  return `93.45.${people >> 8}.${people & 255}`;
}
const fromSite = (referrer: string) => ({ address: somebody(), user_agent: CHROME, referrer });

/** How often each source of the show was counted in May, by name. */
async function sourcesOf(show_id: number): Promise<Record<string, number>> {
  await aggregateLedgers(world.deps);
  const { rows } = await world.deps.pool.query(
    "select source, count(*)::int as n from downloads where show_id = $1 group by 1",
    [show_id],
  );
  return Object.fromEntries(rows.map(({ source, n }) => [source, n]));
}

const makeOwn = async () => makeShow(world, await world.person());

test("the host of a referrer is a source if it is valid", async () => {
  const show_id = await makeOwn();
  const audio = await makeAudio(0, 0, show_id);
  const valid = {
    "https://www.example.org/page?x=1": "example.org",
    "https://EXAMPLE.org:8443/": "example.org",
    "https://example.org./": "example.org",
    "https://bücher.example/": "xn--bcher-kva.example",
    "http://192.0.2.7/": "192.0.2.7",
    "http://[2001:db8::1]/": "[2001:db8::1]",
    "http://localhost:3000/": "localhost",
  };
  const invalid = [
    "https://=importdata(1)/",
    'https://=cmd|"x"/',
    "https://-example.org/",
    "https://exa_mple.org/",
    "https://a..b/",
    `https://${"a".repeat(64)}.example/`,
    "https://+1+1/",
    "https://@@/",
  ];
  await hear(audio, [...Object.keys(valid), ...invalid].map(fromSite));
  const sources = await sourcesOf(show_id);
  const names = new Set(Object.values(valid));
  for (const name of Object.keys(sources).filter((one) => one !== "Chrome"))
    expect(names).toContain(name);
  expect(sources["example.org"]).toBe(3);
  expect(Object.keys(sources).sort()).toEqual([...names, "Chrome"].sort());
});

test("further sites of an author count as Others, but apps and other authors are unaffected", async () => {
  const show_id = await makeOwn();
  const other = await makeOwn();
  const [audio, others] = [await makeAudio(0, 0, show_id), await makeAudio(0, 0, other)];
  const beyond = 70;
  const count = SITES_A_MONTH.value + beyond;
  const hostile = Array.from({ length: count }, (_, n) => fromSite(`https://s${n}.example/`));
  for (let start = 0; start < count; start += 1_000)
    await hear(audio, hostile.slice(start, start + 1_000));
  await hear(audio, [
    { address: somebody(), user_agent: "AntennaPod/3.1.2" },
    fromSite("https://late.example/"),
    fromSite("https://s0.example/"),
    // In the next month.
    { ...fromSite("https://late.example/"), at: Date.parse("2026-06-01T00:00:00Z") },
  ]);
  await hear(others, [fromSite("https://late.example/")]);
  const sources = await sourcesOf(show_id);
  const { Others, AntennaPod, "late.example": late, "s0.example": first, ...rest } = sources;
  expect([AntennaPod, late, first]).toEqual([1, 1, 2]);
  // Several transactions at once may each exceed the limit by their own sites.
  expect(Others).toBeGreaterThan(0);
  expect(Object.keys(rest).length).toBeLessThan(count);
  expect(Object.values(sources).reduce((sum, n) => sum + n, 0)).toBe(count + 4);
  expect(await sourcesOf(other)).toEqual({ "late.example": 1 });
}, 120_000);
