/** Fills the server with two tenants: one that attacks, and one whose private records contain markers. */
import { readFile } from "node:fs/promises";
import { loadConfig } from "../../../src/config.ts";
import { openDeps } from "../../../src/deps.ts";
import { makePicture } from "../../setup/pictures.ts";
import { makeSound } from "../../setup/sounds.ts";
import { logDatabaseErrors } from "../deadlocks.ts";
import type { Files } from "../encode.ts";
import { randomFrom } from "../random.ts";
import type { Credentials } from "../render.ts";
import type { Caller, FuzzRequest } from "../request.ts";
import type { Server } from "../server.ts";
import type { Answer } from "../wire.ts";
import { reinstate } from "./apps.ts";
import { createCast, createCredentials } from "./callers.ts";
import { createMarkers, type Markers } from "./markers.ts";
import { fillMine, replenish } from "./mine.ts";
import { deleteUploads, type Tenant } from "./nouns.ts";
import { fillOther } from "./other.ts";
import { createPools, type Pools } from "./pools.ts";

export type World = Readonly<{
  pools: Pools;
  files: Files;
  markers: Markers;
  credentials: Record<Caller, Credentials>;
  /** Notes records in a response that have to be deleted later. */
  note(request: FuzzRequest, answer: Answer): void;
  /**
   * Replaces records of the attacking tenant that requests may have deleted. Returns the server's refusals, which a
   * quota may cause late in a long run.
   */
  replenish(): Promise<string[]>;
}>;

export async function fillWorld(server: Server, seed: number): Promise<World> {
  const files = await makeFiles(server.dataDir);
  const pools = createPools();
  const markers = createMarkers(randomFrom(seed, -1));
  const config = loadConfig({ DATA_DIR: server.dataDir, LOG_LEVEL: "silent" });
  const deps = await openDeps(config);
  try {
    await logDatabaseErrors(deps.pool);
    const cast = await createCast(deps, server.url);
    const plain = { pools, files, say: () => "Salt and signal", owner: "mine" };
    const mine: Tenant = { ...plain, api: cast.user.api };
    await fillOther(deps, server.url, { pools, files, markers });
    await fillMine(deps, mine, cast, server.url);
    const credentials = await createCredentials(deps, server.url, cast, pools);
    const uploads: string[] = [];
    return {
      pools,
      files,
      markers,
      credentials,
      note({ caller }, { status, headers }) {
        const id = /\/v2\/uploads\/([0-9a-f]{32})$/.exec(headers.location ?? "")?.[1];
        if (id !== undefined && status === 201 && caller === "user") uploads.push(id);
      },
      async replenish() {
        await deleteUploads(uploads.splice(0), cast.user.token, server.url);
        await reinstate(config, pools, cast);
        return replenish(mine, cast, server.url);
      },
    };
  } finally {
    await deps.close();
  }
}

/** Small files of each kind that forms accept. */
async function makeFiles(folder: string): Promise<Files> {
  const audio = await readFile(await makeSound({ folder, name: "fuzz.mp3", seconds: 2 }));
  const image = await makePicture({ width: 440, height: 440, format: "png" });
  const feed = Buffer.from(FEED);
  const transcript = Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nNight trains\n");
  return { audio, image, feed, transcript };
}

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Fuzzed feed</title>
<item><title>One</title><guid>one</guid><enclosure url="https://media.invalid/1.mp3" type="audio/mpeg" length="1"/></item>
</channel></rss>`;
