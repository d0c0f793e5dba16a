/** Opens the media store that the configuration names. */
import { openDiskStore } from "./disk.ts";
import type { BucketPlace } from "./place.ts";
import type { MediaStore } from "./store.ts";

/** The bucket `media`, else the folder `dataDir/media`. Files on their way in always lie in `dataDir`. */
export async function openMediaStore(config: {
  dataDir: string;
  media: BucketPlace | null;
}): Promise<MediaStore> {
  if (config.media === null) return openDiskStore(config.dataDir);
  // The library takes 0.1 s to load, which only its users wait for.
  const { openS3Store } = await import("./s3.ts");
  return openS3Store(config.media, config.dataDir);
}
