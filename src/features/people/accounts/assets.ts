/** The script of the settings. */
import path from "node:path";
import { pageScript } from "../../../platform/http/pagescript.ts";

const copy = pageScript({
  file: path.join(import.meta.dirname, "browser", "copy.js"),
  folder: "settings",
  operationId: "getSettingsAsset",
  summary: "Get the script of the settings",
});

/** Loads the script that adds a button to texts that are to be copied. */
export const copyScript = copy.tag;

export const accountRoutes = [copy.route];
