/** Reads and changes the identity of the site, and caches it for pages. */
import { readFile, rm } from "node:fs/promises";
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import { failureOf } from "../../../platform/http/errors.ts";
import type { SiteDeps, SiteIdentity } from "../../../platform/http/site.ts";
import { renderPicture, UnusablePicture } from "../../../platform/media/picture.ts";
import { identityFields } from "./schema.ts";
import { findIdentity, upsertIdentity } from "./store.ts";
import { identityView } from "./views.ts";

type Source = Pick<Deps, "db" | "config">;

/** The operator's choices; where there is none, the settings `SITE_…`. */
export const readIdentity = async ({ db, config }: Source): Promise<SiteIdentity> =>
  identityView(await findIdentity(db), config.site);

type Changes = Partial<z.input<typeof identityFields>> &
  Readonly<{
    /** From `renderLogo`; null removes it. */
    logo?: Buffer | null;
  }>;

/** Changes what is in `changes`; null or an empty text brings the setting back. Fails with the invalid field. */
export async function saveIdentity(db: Executor, { logo, ...changes }: Changes): Promise<void> {
  const parsed = identityFields.partial().safeParse(changes, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  const given = Object.entries({ ...parsed.data, logo }).filter(([, value]) => value !== undefined);
  await upsertIdentity(db, Object.fromEntries(given));
}

/** Side of the box that a logo is fitted into: its palette PNG then has less than 64 KiB, whatever it shows. */
const LOGO_SIDE = 240;
const SMALLEST_LOGO = 64;

/** Re-encodes a picture as a small PNG with its transparency. Fails on `logo_file`. `file` stays. */
export async function renderLogo(
  { pictures }: Deps["gates"],
  file: string,
  sender: string,
): Promise<Buffer> {
  const [upright, logo] = [`${file}.upright`, `${file}.logo`];
  try {
    await renderPicture(pictures, {
      sender,
      file,
      upright,
      squares: [],
      logo: { file: logo, side: LOGO_SIDE },
      choose({ width, height }) {
        if (Math.max(width, height) < SMALLEST_LOGO)
          throw new UnusablePicture(`must be at least ${SMALLEST_LOGO} pixels wide or high`);
        return null;
      },
    });
    return await readFile(logo);
  } catch (error) {
    if (error instanceof UnusablePicture) throw invalid({ logo_file: error.message });
    throw error;
  } finally {
    for (const made of [upright, logo]) await rm(made, { force: true });
  }
}

const AGE_MS = 1000;

/** Opens the cache of a process: one statement a second at most, and none while nobody asks for a page. */
export function openSiteIdentity(deps: Source & Pick<Deps, "log">): SiteDeps {
  let known = identityView(undefined, deps.config.site);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const refresh = async () => {
    try {
      known = await readIdentity(deps);
      readAt = performance.now();
    } catch (error) {
      // A page that needs the database fails by itself; the others keep the name that they had.
      deps.log.debug({ err: error }, "the site's identity could not be read");
    } finally {
      reading = null;
    }
  };
  return {
    siteIdentity: {
      async read() {
        if (performance.now() - readAt < AGE_MS) return known;
        reading ??= refresh();
        await reading;
        return known;
      },
      latest: () => known,
      forget() {
        readAt = Number.NEGATIVE_INFINITY;
      },
    },
  };
}
