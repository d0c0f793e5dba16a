/** Opens the media store that the configuration names. */
import { openDiskStore } from "./disk.ts";
import type { MediaStore } from "./store.ts";

/** The store of `dataDir`. */
export const openMediaStore = (dataDir: string): Promise<MediaStore> => openDiskStore(dataDir);
