/** `longwave site show|set`: how this installation presents itself. */
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Command } from "commander";
import type { OpenDeps } from "../deps.ts";
import { readIdentity, renderLogo, saveIdentity } from "../features/web/identity/actions.ts";
import { printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

type Options = Readonly<{
  name?: string;
  tagline?: string;
  accent?: string;
  about?: string;
  imprint?: string;
  privacy?: string;
  contact?: string;
  /** false: `--no-logo`. */
  logo?: string | false;
}>;

export function registerSite(program: Command): void {
  const site = program
    .command("site")
    .description("Set the name, colour, logo and legal pages of the site");
  site
    .command("show")
    .description("Print how the site presents itself as JSON")
    .action(() => withDeps(async (deps) => printJson(await readIdentity(deps))));
  site
    .command("set")
    .description(
      "Change what you name and print all as JSON; an empty text brings the setting back",
    )
    .option("--name <name>", "Name of at most 60 characters")
    .option("--tagline <text>", "One line of at most 140 characters")
    .option("--accent <colour>", "Colour of links and buttons such as #1d4a53")
    .option("--about <text>", "Text of the page about the site, at most 5,000 characters")
    .option("--imprint <text>", "Legal notice: the URL of a page, or the text of /imprint")
    .option("--privacy <text>", "Privacy policy: the URL of a page, or the text of /privacy")
    .option("--contact <address>", "E-mail address or URL of a page")
    .option("--logo <file>", "JPEG or PNG image for the header")
    .option("--no-logo", "Remove the logo")
    .action(async (options: Options) => {
      if (Object.keys(options).length === 0)
        throw new UsageError(
          "Use at least one of --name, --tagline, --accent, --about, --imprint, --privacy, --contact, --logo.",
        );
      await withDeps(async (deps) => {
        const { logo, ...texts } = options;
        await saveIdentity(deps.db, { ...texts, ...(await logoChange(deps, logo)) });
        printJson(await readIdentity(deps));
      });
    });
}

/** Works on a copy, because the sizes of a picture are written beside it. */
async function logoChange(deps: OpenDeps, file: string | false | undefined) {
  if (file === undefined) return {};
  if (file === false) return { logo: null };
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-logo-"));
  try {
    const copy = path.join(folder, "picture");
    await copyFile(file, copy);
    return { logo: await renderLogo(deps.gates, copy, "operator") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
