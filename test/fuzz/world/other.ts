/** Creates the tenant whose private records contain markers; only the admin has a right to them. */
import type { OpenDeps } from "../../../src/deps.ts";
import type { Files } from "../encode.ts";
import { PRIVATE_WORD } from "../hints.ts";
import { beginDevice, employ, newApp } from "./apps.ts";
import { type Account, createAccount } from "./callers.ts";
import type { Markers } from "./markers.ts";
import {
  base64,
  furnish,
  newBooking,
  newDraft,
  newEpisode,
  newImport,
  newShow,
  newUpload,
  type Tenant,
} from "./nouns.ts";
import type { Pools } from "./pools.ts";

type Marked = Readonly<{ pools: Pools; files: Files; markers: Markers }>;

/** Creates the tenant whose secrets no other caller may read. */
export async function fillOther(deps: OpenDeps, url: string, { pools, files, markers }: Marked) {
  const { mark, watch } = markers;
  const other = await createAccount(deps, url, "other_author", {
    email: `${mark("e-mail address of a user")}@example.invalid`,
    tokenName: mark("name of a token"),
  });
  const tenant: Tenant = {
    owner: "theirs",
    api: other.api,
    pools,
    files,
    say: (where) => `${mark(where)} ${PRIVATE_WORD}`,
  };
  watch("personal access token", other.token);
  const name = mark("name of an organization");
  await employ(deps, pools, { owner: "theirs", name, boss: other, managers: [] });
  await other.api.post("/v2/users/me", {
    contact_email: `${mark("contact e-mail")}@example.invalid`,
  });
  const shown = await newShow(tenant);
  await newEpisode(tenant, shown);
  for (const visibility of ["PRIVATE", "LIMITED"]) {
    const show_id = await newShow(tenant, { visibility });
    const episode_id = await newEpisode(tenant, show_id, {
      secret: `an episode of a ${visibility} show`,
    });
    await furnish(tenant, episode_id, `an episode of a ${visibility} show`);
    const { response } = await other.api.get(`/v2/shows/${show_id}`);
    if (response.show.limited_key) watch("key of a LIMITED show", response.show.limited_key);
    await other.api.put(`/v2/users/me/favorites/${show_id}`);
  }
  for (const [secret, fields] of Object.entries(SECRET_EPISODES)) {
    const episode_id = await newEpisode(tenant, shown, { secret, ...fields });
    await furnish(tenant, episode_id, secret);
    const { response } = await other.api.get(`/v2/episodes/${episode_id}`);
    if (response.episode.limited_key) watch(`key of ${secret}`, response.episode.limited_key);
  }
  await newDraft(tenant, shown);
  await newBooking(tenant);
  await newImport(tenant);
  const upload = mark("name of an upload");
  await newUpload(tenant, other.token, url, upload);
  watch("name of an upload", base64(upload));
  await watchOauth(deps, url, other, markers);
}

/** Ways in which an episode of a public show may be private. */
const SECRET_EPISODES = {
  "a PRIVATE episode": { visibility: "PRIVATE" },
  "a LIMITED episode": { visibility: "LIMITED" },
  "a hidden episode": { hidden: true },
  "a scheduled episode": { published_at: "", auto_published_at: "2099-01-01 00:00:00" },
};

async function watchOauth(
  deps: OpenDeps,
  url: string,
  { user_id }: Account,
  { mark, watch }: Markers,
) {
  const app = await newApp(deps, mark("name of a client app"), user_id);
  watch("secret of a client app", app.client_secret ?? "");
  const device = await beginDevice(url, app);
  watch("device code", device.device_code);
  watch("user code", device.user_code);
}
