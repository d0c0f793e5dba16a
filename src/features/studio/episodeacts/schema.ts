/** Parameters of acts on one episode of a list. */
import { z } from "zod";
import { id, line } from "../../../platform/http/params.ts";
import { back } from "../episodebulk/schema.ts";

export const episodeId = z.object({ episode_id: id() });

/** Where the person came from. */
export const actQuery = z.object({ back });

export const publishForm = z.object({ back });
export const unscheduleForm = z.object({ back });
export const deleteForm = z.object({ back, name: line({ max: 500 }).prefault("") });
