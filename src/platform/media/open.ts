/** Opens the media store that the configuration names. */
import { openDiskStore } from "./disk.ts";
import type { BucketPlace } from "./place.ts";
import type { MediaStore } from "./store.ts";
import { sweepTmp } from "./tmp.ts";

/** The bucket `media`, else the folder `dataDir/media`. Incoming files are always stored in `dataDir`. */
export async function openMediaStore(config: Place): Promise<MediaStore> {
  const media = await openPlace(config);
  // At each start, because the nightly sweep runs on one machine only, and each has its own folder.
  await sweepTmp(media.tmpDir, new Date());
  return media;
}

type Place = Readonly<{ dataDir: string; media: BucketPlace | null }>;

async function openPlace(config: Place): Promise<MediaStore> {
  if (config.media === null) return openDiskStore(config.dataDir);
  // The library takes 0.1 s to load, so it is only loaded when needed.
  const { openS3Store } = await import("./s3.ts");
  return openS3Store(config.media, config.dataDir);
}
