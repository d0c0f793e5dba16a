/** Requests for tus uploads, feeds, audio and health. */
import { reference } from "../hints.ts";
import type { Random } from "../random.ts";
import { anyones, get, type Made, mine, type Surface } from "./making.ts";

const TUS = { "tus-resumable": "1.0.0" };
const PIECE = { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
const upload = (random: Random) => `/v2/uploads/${anyones(random, "upload_id")}`;
const tus = (made: Made): Made => ({ rightful: "user", credentials: "bearer", ...made });

export const UPLOADS: readonly Surface[] = [
  (random) =>
    tus({
      method: "POST",
      path: "/v2/uploads",
      headers: {
        ...TUS,
        "upload-length": String(random.below(3000)),
        "upload-metadata": "filename YS5tcDM=",
      },
    }),
  () =>
    tus({ method: "POST", path: "/v2/uploads", headers: { ...TUS, "upload-defer-length": "1" } }),
  (random) =>
    tus({
      method: "PATCH",
      path: upload(random),
      headers: PIECE,
      body: random.bytes(random.below(2000)),
    }),
  (random) =>
    tus({
      method: "PATCH",
      path: `/v2/uploads/${mine("upload_id")}?x=/${reference("theirs", "upload_id")}`,
      headers: PIECE,
      body: random.bytes(50),
    }),
  (random) => tus({ method: "HEAD", path: upload(random), headers: TUS }),
  (random) => tus({ method: "DELETE", path: upload(random), headers: TUS }),
  (random) =>
    tus({ method: "OPTIONS", path: random.pick(["/v2/uploads", upload(random)]), headers: TUS }),
];

export const OTHERS: readonly Surface[] = [
  () => get("/health/ready"),
  () => get("/health/live"),
  () => get("/metrics"),
  (random) =>
    get(`/show/${anyones(random, "show_id")}/episodes/feed`, {
      key: "x",
      page: 1 + random.below(3),
    }),
  (random) => ({
    ...get(`/media/r/${mine("digest")}/a.mp3`),
    headers: { range: `bytes=${random.below(900)}-${random.below(9000)}` },
  }),
  (random) => get(`/media/audio/${mine("digest")}${random.pick(["", ".mp3"])}`),
  (random) =>
    get(
      random.pick([
        "/favicon.ico",
        "/robots.txt",
        "/.env",
        "/v1/shows",
        "/v2",
        "/v2/",
        "/settings/../v2/me",
      ]),
    ),
];
