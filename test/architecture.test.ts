/** Enforces the rules of ARCHITECTURE.md: which imports are allowed, and where SQL and the environment are used. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** Each feature and the features it may use; the order is downward, so there are no cycles. */
const FEATURES: Record<string, string[]> = {
  statistics: [],
  layout: [],
  reference: [],
  storage: [],
  media: ["storage"],
  ingest: ["media", "storage"],
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
  lineitems: ["campaigns", "advertisers", "organizations", "ingest", "media", "reference"],
  uploads: [],
  episodes: ["shows", "users", "images", "ingest", "media", "uploads"],
  cuepoints: ["episodes"],
  renditions: [],
  adserving: ["lineitems", "organizations", "episodes", "shows"],
  counting: ["renditions", "adserving", "episodes", "shows"],
  playback: ["counting", "renditions", "adserving", "cuepoints", "media", "episodes", "shows"],
  campaignstatistics: ["statistics", "organizations"],
  audience: ["statistics", "reference", "organizations", "shows", "episodes", "users"],
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
  users: "features/people/users",
  tokens: "features/people/users",
  sessions: "features/people/accounts",
  attempts: "features/people/accounts",
  password_resets: "features/people/accounts",
  images: "features/publishing/images",
  shows: "features/publishing/shows",
  show_collaborators: "features/people/collaborators",
  user_collaborators: "features/people/collaborators",
  follows: "features/people/follows",
  blocks: "features/people/follows",
  organizations: "features/people/organizations",
  teams: "features/people/organizations",
  organization_members: "features/people/organizations",
  organization_networks: "features/people/organizations",
  advertisers: "features/advertising/advertisers",
  campaigns: "features/advertising/campaigns",
  lineitems: "features/advertising/lineitems",
  creatives: "features/advertising/lineitems",
  creative_files: "features/advertising/lineitems",
  oauth_clients: "features/people/oauth",
  oauth_keys: "features/people/oauth",
  oauth_records: "features/people/oauth",
  favorites: "features/listening/library",
  storage_plans: "features/publishing/storage",
  storage_use: "features/publishing/storage",
  uploads: "features/publishing/uploads",
  episodes: "features/publishing/episodes",
  chapters: "features/publishing/episodes",
  likes: "features/listening/likes",
  bookmarks: "features/listening/likes",
  messages: "features/listening/messages",
  message_reports: "features/listening/messages",
  cuepoints: "features/publishing/cuepoints",
  renditions: "features/listening/renditions",
  rendition_files: "features/listening/renditions",
  pins: "features/listening/renditions",
  cuts: "features/listening/playback",
  listener_secrets: "features/measurement/counting",
  journal_marks: "features/measurement/counting",
  media_records: "features/measurement/counting",
  media_parcels: "features/measurement/counting",
  deliveries: "features/measurement/counting",
  ledger_batches: "features/measurement/counting",
  downloads: "features/measurement/counting",
  author_sites: "features/measurement/counting",
  impressions: "features/measurement/counting",
  accruals: "features/measurement/counting",
  lineitem_counts: "features/measurement/counting",
  touches: "features/measurement/counting",
  exclusions: "features/measurement/counting",
  listed_networks: "features/measurement/counting",
  unrealistic_addresses: "features/measurement/counting",
  episode_plays: "features/measurement/counting",
  show_plays: "features/measurement/counting",
  pixels: "features/measurement/counting",
  pixel_counts: "features/measurement/counting",
  recounts: "features/measurement/counting",
  explore_lists: "features/discovery/explore",
  explore_list_items: "features/discovery/explore",
  rankings: "features/discovery/explore",
  ranked_shows: "features/discovery/explore",
  show_feeds: "features/distribution/feeds",
  feed_revisions: "features/distribution/feeds",
  feed_pings: "features/distribution/feeds",
  show_feed_tags: "features/distribution/feedtags",
  episode_feed_tags: "features/distribution/feedtags",
  transcripts: "features/distribution/feedtags",
  search_shows: "features/discovery/search",
  search_episodes: "features/discovery/search",
  search_words: "features/discovery/search",
  search_levels: "features/discovery/search",
  search_repairs: "features/discovery/search",
  imports: "features/publishing/imports",
  import_codes: "features/publishing/imports",
  pacing: "features/advertising/adserving",
  reservations: "features/advertising/adserving",
  exposures: "features/advertising/adserving",
  suspect_origins: "features/advertising/adserving",
  delivered_days: "features/advertising/adserving",
  booking_changes: "features/advertising/adserving",
  decision_counts: "features/advertising/adserving",
  opportunities: "features/advertising/adserving",
  ad_rollups: "features/measurement/statistics",
  audience_rollups: "features/measurement/statistics",
  audience_names: "features/measurement/statistics",
  rollup_rebuilds: "features/measurement/statistics",
  rollup_state: "features/measurement/statistics",
  parcels: "features/measurement/statistics",
  parcel_feed: "features/measurement/statistics",
  show_signals: "features/measurement/statistics",
  idempotency_keys: "platform/db",
  owned_jobs: "platform/jobs",
  owner_turns: "platform/jobs",
};
/** Files of a feature that other features may import; its routes are private. */
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
/** `src/features/<wing>/<feature>/…` */
const featureOf = (file: string) => /^src\/features\/[^/]+\/([^/]+)\//.exec(file)?.[1];

/** Types and data that every layer may import. */
const SHARED = ["src/deps.ts", "src/config.ts", "src/gates.ts"];

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

test("every wing has a README that names its features", () => {
  const wings = new Map<string, Set<string>>();
  for (const { file } of sources) {
    const [, wing = "", feature = ""] = /^src\/features\/([^/]+)\/([^/]+)\//.exec(file) ?? [];
    if (wing !== "") wings.set(wing, (wings.get(wing) ?? new Set()).add(feature));
  }
  for (const [wing, features] of wings) {
    const readme = readFileSync(path.join(root, "src/features", wing, "README.md"), "utf8");
    const named = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, feature]) => feature);
    expect(named.sort(), wing).toEqual([...features].sort());
  }
});

test("each table has one writer", () => {
  const bad = offences(({ file, text }) =>
    [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\("(\w+)"\)/g)]
      .filter(([, table]) => !file.startsWith(`src/${WRITERS[table ?? ""] ?? "nowhere"}/`))
      .map(([, table]) => `${file} writes ${table}`),
  );
  expect(bad).toEqual([]);
});

test("SQL is only in store files and the database's own folder", () => {
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

test("images are only decoded in a separate process", () => {
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

test("every file starts with a comment on its purpose", () => {
  const bad = offences(({ file, text }) =>
    file.endsWith("db/rows.ts") || /^(#!.*\n)?\/\*\*/.test(text) ? [] : [file],
  );
  expect(bad).toEqual([]);
});
