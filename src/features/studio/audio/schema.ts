/** Parameters of the pages of an episode's audio. */
import { z } from "zod";
import { id } from "../../../platform/http/params.ts";

export const episodeId = z.object({ episode_id: id() });
