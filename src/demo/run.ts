/** Fills an empty server with the invented network of the demo. */
import { buildApp } from "../app/build.ts";
import type { OpenDeps } from "../deps.ts";
import { openRequestRecorder } from "../features/measurement/counting/actions.ts";
import { hasUsers } from "../features/people/users/store.ts";
import { findFfmpeg } from "../platform/audio/ffmpeg.ts";
import { createPictureGate } from "../platform/media/picture.ts";
import { makeWorkFolder } from "../platform/media/workfolder.ts";
import { type BookedCampaign, bookCampaigns } from "./advertising/booking.ts";
import { approve, setGoals } from "./advertising/goals.ts";
import { openClient } from "./client.ts";
import { meet } from "./community.ts";
import { listen, type Studio } from "./listening/listening.ts";
import { openScript } from "./listening/renditions.ts";
import { startEncoding, uploadLast, uploadMistakes } from "./pending.ts";
import { type Account, makePeople, type People } from "./people.ts";
import { type Planned, planEpisodes } from "./plan.ts";
import { hideEpisodes, type MadeEpisode, publishEpisodes } from "./publishing.ts";
import { makeRecordings } from "./recordings.ts";
import { addUp, settleDown } from "./settling.ts";
import { type MadeShow, publishShows } from "./shows.ts";
import { randomOf, type Scale, type World } from "./world.ts";

/** What the command prints: accounts to sign in with, and records to look at first. */
export type Demo = Readonly<{
  accounts: readonly Account[];
  show_id: number;
  episode_id: number;
  campaign_id: number;
}>;

/** Whether the server has no user yet, so that the demo replaces nobody's work. */
export const isEmpty = async ({ db }: Pick<OpenDeps, "db">): Promise<boolean> =>
  !(await hasUsers(db));

/** Only our own images are read, beside ffmpeg on each processor: they may take as long as a slow machine needs. */
const PICTURE_MS = 1_800_000;

/** Makes everything. `progress` gets a line for each part. Throws soon after `interrupted` aborts. */
export async function makeDemo(
  given: OpenDeps,
  scale: Scale,
  progress: (line: string) => void,
  interrupted: AbortSignal,
): Promise<Demo> {
  const failed = new AbortController();
  const signal = AbortSignal.any([interrupted, failed.signal]);
  const now = given.clock();
  let fixed: Date | null = null;
  // The people of the demo do not exist: nobody gets mail, and no limit bounds them.
  const config = { ...given.config, rateLimit: 0, smtpUrl: null };
  const gates = { ...given.gates, pictures: createPictureGate(PICTURE_MS) };
  const deps = { ...given, config, gates, clock: () => fixed ?? given.clock() };
  const ffmpeg = await findFfmpeg(config.ffmpegPath, given.log);
  await using folder = await makeWorkFolder(deps.media.tmpDir, "demo");
  const recorder = await openRequestRecorder(deps);
  const script = openScript();
  const ports = { recorder, adserver: script.adserver, close: recorder.close };
  const app = await buildApp(deps, ports);
  let recorded: ReturnType<typeof makeRecordings> | undefined;
  try {
    await app.ready();
    const world: World = {
      deps,
      scale,
      now,
      progress,
      signal,
      client: openClient(app, signal),
      setTime: (time) => {
        fixed = time;
      },
      random: randomOf(scale),
    };
    const planned = planEpisodes(world);
    const needed = planned.map(({ recording }) => recording);
    progress("Synthesising recordings, and encoding them in the background …");
    recorded = makeRecordings(world, ffmpeg, folder.path, needed);
    // Others work while ffmpeg encodes; a failure is reported where the recordings are needed.
    recorded.catch(() => {});
    return await fill(world, planned, recorded, { script, recorder });
  } finally {
    failed.abort();
    // Their files are in the folder that is removed next.
    await recorded?.catch(() => {});
    await app.close();
  }
}

async function fill(
  world: World,
  planned: readonly Planned[],
  recorded: ReturnType<typeof makeRecordings>,
  studio: Studio,
): Promise<Demo> {
  const { progress } = world;
  progress("Creating people and their organization …");
  const people = await makePeople(world);
  progress("Drawing covers and creating shows …");
  const shows = await publishShows(world, people);
  const { episodes, campaigns } = await publishAndBook(world, people, shows, planned, recorded);
  progress(`Listening for ${world.scale.days} days …`);
  await listen(
    world,
    studio,
    episodes,
    campaigns.flatMap(({ booked }) => booked),
  );
  await hideEpisodes(world, episodes);
  progress("Adding up statistics …");
  await addUp(world);
  await setGoals(world, people, campaigns);
  progress("Liking, following, writing …");
  await meet(world, people, { shows, episodes });
  await uploadLast(world, episodes);
  await settleDown(world);
  return resultOf(people, shows, episodes, campaigns);
}

/** Spots are encoded beside the recordings, because both mostly wait for ffmpeg. */
async function publishAndBook(
  world: World,
  people: People,
  shows: readonly MadeShow[],
  planned: readonly Planned[],
  recorded: ReturnType<typeof makeRecordings>,
) {
  await using _encoding = startEncoding(world);
  const publishing = recorded.then((recordings) => {
    world.progress("Publishing episodes …");
    return publishEpisodes(world, shows, planned, recordings);
  });
  const booking = bookCampaigns(world, people, shows);
  const [episodes, campaigns] = await Promise.all([publishing, booking]);
  await uploadMistakes(world, episodes);
  await approve(world, people, campaigns);
  return { episodes, campaigns };
}

/** What to look at first: the newest episode of the creator's first show. */
function resultOf(
  { accounts }: People,
  [show]: readonly MadeShow[],
  episodes: readonly MadeEpisode[],
  [campaign]: readonly BookedCampaign[],
): Demo {
  const episode = episodes.findLast(
    ({ state, show_id }) => state === "published" && show_id === show?.show_id,
  );
  if (show === undefined || episode === undefined || campaign === undefined)
    throw new Error("the demo is incomplete");
  const { show_id } = show;
  const { campaign_id } = campaign;
  return { accounts, show_id, episode_id: episode.episode_id, campaign_id };
}
