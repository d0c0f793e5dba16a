/** Holds the rules of ARCHITECTURE.md: who may import whom, where SQL and the environment live. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** Each feature and the features it may use; the order is downward, so there are no cycles. */
const FEATURES: Record<string, string[]> = {
  rollups: [],
  layout: [],
  reference: [],
  storage: [],
  media: ["storage"],
  images: ["media"],
  users: ["images", "storage"],
  accounts: ["layout", "users"],
  oauth: ["layout", "accounts", "users"],
  follows: ["users"],
  shows: ["users", "images", "reference"],
  collaborators: ["shows", "users"],
  organizations: ["shows", "users", "images"],
  advertisers: ["organizations"],
  campaigns: ["advertisers", "organizations"],
  lineitems: ["campaigns", "advertisers", "organizations", "media", "reference", "storage"],
  uploads: [],
  episodes: ["shows", "users", "images", "media", "uploads", "storage"],
  cuepoints: ["episodes"],
  adserving: ["lineitems", "organizations", "episodes", "shows"],
  counting: ["adserving", "episodes", "shows"],
  playback: ["counting", "adserving", "cuepoints", "media", "episodes", "shows"],
  adstats: ["rollups", "organizations"],
  audience: ["rollups", "reference", "organizations", "shows", "episodes", "users"],
  addresses: ["users"],
  library: ["follows", "shows", "users"],
  likes: ["episodes", "follows", "users"],
  messages: ["episodes", "follows", "images"],
  explore: ["shows", "reference"],
  tags: ["episodes"],
  search: ["shows", "episodes", "users", "images", "reference"],
  feedtags: ["media", "shows", "episodes"],
  feeds: ["feedtags", "shows", "episodes", "images", "reference"],
  imports: ["feedtags", "shows", "episodes", "users", "images", "reference"],
  player: ["addresses", "layout", "feedtags", "episodes", "shows", "users", "images"],
  site: [
    ...["addresses", "player", "layout", "explore", "tags", "search", "reference"],
    ...["organizations", "episodes", "shows", "users", "images"],
  ],
};
/** Tables and the one feature (or platform part) that writes them. */
const WRITERS: Record<string, string> = {
  users: "features/users",
  tokens: "features/users",
  sessions: "features/accounts",
  attempts: "features/accounts",
  password_resets: "features/accounts",
  images: "features/images",
  shows: "features/shows",
  show_collaborators: "features/collaborators",
  user_collaborators: "features/collaborators",
  follows: "features/follows",
  blocks: "features/follows",
  organizations: "features/organizations",
  teams: "features/organizations",
  organization_members: "features/organizations",
  organization_networks: "features/organizations",
  advertisers: "features/advertisers",
  campaigns: "features/campaigns",
  lineitems: "features/lineitems",
  creatives: "features/lineitems",
  creative_files: "features/lineitems",
  oauth_clients: "features/oauth",
  oauth_keys: "features/oauth",
  oauth_records: "features/oauth",
  favorites: "features/library",
  storage_plans: "features/storage",
  storage_use: "features/storage",
  uploads: "features/uploads",
  episodes: "features/episodes",
  chapters: "features/episodes",
  likes: "features/likes",
  bookmarks: "features/likes",
  messages: "features/messages",
  message_reports: "features/messages",
  cuepoints: "features/cuepoints",
  renditions: "features/playback",
  rendition_files: "features/playback",
  pins: "features/playback",
  cuts: "features/playback",
  listener_secrets: "features/counting",
  journal_marks: "features/counting",
  media_records: "features/counting",
  media_parcels: "features/counting",
  deliveries: "features/counting",
  ledger_batches: "features/counting",
  downloads: "features/counting",
  author_sites: "features/counting",
  impressions: "features/counting",
  accruals: "features/counting",
  lineitem_counts: "features/counting",
  touches: "features/counting",
  exclusions: "features/counting",
  listed_networks: "features/counting",
  unrealistic_addresses: "features/counting",
  episode_plays: "features/counting",
  show_plays: "features/counting",
  pixels: "features/counting",
  pixel_counts: "features/counting",
  recounts: "features/counting",
  explore_lists: "features/explore",
  explore_list_items: "features/explore",
  rankings: "features/explore",
  ranked_shows: "features/explore",
  show_feeds: "features/feeds",
  feed_revisions: "features/feeds",
  feed_pings: "features/feeds",
  show_feed_tags: "features/feedtags",
  episode_feed_tags: "features/feedtags",
  transcripts: "features/feedtags",
  search_shows: "features/search",
  search_episodes: "features/search",
  search_words: "features/search",
  search_levels: "features/search",
  imports: "features/imports",
  import_codes: "features/imports",
  pacing: "features/adserving",
  reservations: "features/adserving",
  exposures: "features/adserving",
  suspect_origins: "features/adserving",
  delivered_days: "features/adserving",
  booking_changes: "features/adserving",
  decision_counts: "features/adserving",
  opportunities: "features/adserving",
  ad_rollups: "features/rollups",
  audience_rollups: "features/rollups",
  audience_names: "features/rollups",
  rollup_rebuilds: "features/rollups",
  rollup_state: "features/rollups",
  parcels: "features/rollups",
  parcel_feed: "features/rollups",
  show_signals: "features/rollups",
  idempotency_keys: "platform/db",
  owned_jobs: "platform/jobs",
  owner_turns: "platform/jobs",
};
/** What a feature shows to others; its routes are its own. */
const VISIBLE = /^(schema|views|rules|rights|store|actions|jobs)\.ts$/;
const LAYERS = ["platform", "features", "app", "entry"];

type Source = { file: string; text: string; imports: string[] };

const sources: Source[] = globSync("src/**/*.ts", { cwd: root }).map((file) => {
  const text = readFileSync(path.join(root, file), "utf8");
  const imports = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((match) =>
    path.join(path.dirname(file), match[1] ?? ""),
  );
  return { file, text, imports };
});
const product = sources.filter(({ file }) => !file.endsWith(".test.ts"));

function layerOf(file: string): string {
  if (file.startsWith("src/platform/")) return "platform";
  if (file.startsWith("src/features/")) return "features";
  return file === "src/app.ts" ? "app" : "entry";
}
const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];

/** Types and data that every layer may see. */
const SHARED = ["src/deps.ts", "src/config.ts"];

const offences = (check: (source: Source) => string[]) => product.flatMap(check);

test("imports go from the command line down to the platform", () => {
  const bad = offences(({ file, imports }) =>
    SHARED.includes(file)
      ? []
      : imports
          .filter((target) => target.startsWith("src/")) // data of db/ belongs to no layer
          .filter((target) => !(SHARED.includes(target) && layerOf(file) !== "platform"))
          .filter((target) => LAYERS.indexOf(layerOf(target)) > LAYERS.indexOf(layerOf(file)))
          .map((target) => `${file} → ${target}`),
  );
  expect(bad).toEqual([]);
});

test("features use only the features below them, and never their routes", () => {
  const order = Object.keys(FEATURES);
  for (const [feature, uses] of Object.entries(FEATURES))
    for (const used of uses)
      expect(order.indexOf(used), `${feature} → ${used}`).toBeLessThan(order.indexOf(feature));
  const bad = offences(({ file, imports }) => {
    const own = featureOf(file);
    if (own === undefined) return [];
    return imports
      .filter((target) => featureOf(target) !== undefined && featureOf(target) !== own)
      .filter(
        (target) =>
          !FEATURES[own]?.includes(featureOf(target) ?? "") || !VISIBLE.test(path.basename(target)),
      )
      .map((target) => `${file} → ${target}`);
  });
  expect(bad).toEqual([]);
});

test("every feature is in the graph", () => {
  const found = new Set(
    sources.map(({ file }) => featureOf(file)).filter((name) => name !== undefined),
  );
  expect([...found].filter((name) => !(name in FEATURES))).toEqual([]);
});

test("each table has one writer", () => {
  const bad = offences(({ file, text }) =>
    [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\("(\w+)"\)/g)]
      .filter(([, table]) => !file.startsWith(`src/${WRITERS[table ?? ""] ?? "nowhere"}/`))
      .map(([, table]) => `${file} writes ${table}`),
  );
  expect(bad).toEqual([]);
});

test("SQL stands in store files and the database's own folder", () => {
  const bad = offences(({ file, text }) => {
    if (path.basename(file) === "store.ts" || file.startsWith("src/platform/db/")) return [];
    return /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|\bsql\.raw\(|\.query\(\s*[`"'](select|insert|update|delete)\b/i.test(
      text,
    )
      ? [file]
      : [];
  });
  expect(bad).toEqual([]);
});

test("only config.ts reads the environment", () => {
  const bad = offences(({ file, text }) =>
    /process\.env/.test(text) && file !== "src/config.ts" ? [file] : [],
  );
  expect(bad).toEqual([]);
});

test("pictures are decoded in a process of their own alone", () => {
  const bad = offences(({ file, text }) =>
    /from "sharp"/.test(text) && file !== "src/platform/media/pixels.ts" ? [file] : [],
  );
  const loaders = offences(({ file, imports }) =>
    imports.includes("src/platform/media/pixels.ts") ? [file] : [],
  );
  expect([bad, loaders]).toEqual([[], ["src/platform/media/pictureprocess.ts"]]);
});

test("no default exports, barrels or module-level variables", () => {
  const bad = offences(({ file, text }) => [
    ...(/^export default/m.test(text) ? [`${file}: default export`] : []),
    ...(/^export \* from/m.test(text) || path.basename(file) === "index.ts"
      ? [`${file}: barrel`]
      : []),
    ...(/^(export )?let /m.test(text) ? [`${file}: module-level let`] : []),
  ]);
  expect(bad).toEqual([]);
});

test("every file opens by saying what it is for", () => {
  const bad = offences(({ file, text }) =>
    file.endsWith("db/rows.ts") || /^(#!.*\n)?\/\*\*/.test(text) ? [] : [file],
  );
  expect(bad).toEqual([]);
});
