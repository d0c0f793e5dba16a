/** `longwave --server <url> episode upload`: sends audio in pieces, and waits until it is encoded. */

import type { Command } from "commander";
import type { Longwave } from "../../../clients/typescript/src/client.ts";
import { upload } from "../../../clients/typescript/src/upload.ts";
import { type CallFlags, callAndPrint } from "./calling.ts";
import type { Connection } from "./connection.ts";
import { type Fields, openFile, readFields } from "./fields.ts";
import { jsonOf, writeLine } from "./output.ts";
import { readUntil } from "./waiting.ts";

type Flags = CallFlags & { episode?: true; wait?: true };

export function registerUpload(episode: Command, connection: () => Connection): void {
  episode
    .command("upload")
    .description(
      "Upload audio in pieces, for a new episode of a show or, with --episode, an existing one",
    )
    .argument("<id>", "Id of the show, or of the episode with --episode")
    .argument("<file>", "Audio file")
    .argument("[fields...]", "Fields of the episode, as name=value")
    .option("--episode", "Replace the audio of an episode")
    .option("--wait", "Wait until the audio is encoded; exits with 1 if that fails")
    .option("--json", "Print the result as JSON, as without it")
    .option("--dry-run", "Print what would be sent, and send nothing")
    .option("--idempotency-key <key>", "Repeats with the same key create one episode")
    .action(async (id: string, file: string, words: string[], flags: Flags) => {
      const open = connection();
      const operation = flags.episode ? "updateEpisode" : "createEpisode";
      const media_file = await openFile("file", file);
      const given = await readFields(operation, words);
      const target = flags.episode ? { episode_id: id } : { show_id: id };
      const fields: Fields = { ...given, ...target };
      if (flags.dryRun)
        return void (await callAndPrint(open, operation, { ...fields, media_file }, flags));
      fields.upload_id = await upload(open.longwave, media_file, {
        onProgress: progress(media_file.size),
      });
      const { idempotencyKey } = flags;
      const options = idempotencyKey === undefined ? {} : { idempotencyKey };
      const made = await open.longwave.call(operation, fields as never, options);
      const { episode } = made.answer;
      const done = flags.wait ? await encoded(open.longwave, episode.episode_id) : episode;
      writeLine(jsonOf({ episode: done }));
      if (done.encoding_status === "ERROR") process.exitCode = 1;
    });
}

/** Writes how much was sent to a terminal. */
function progress(total: number): (sent: number) => void {
  return (sent) => {
    if (!process.stderr.isTTY) return;
    const end = sent === total ? "\n" : "";
    process.stderr.write(`\r${Math.floor((100 * sent) / total)} % sent${end}`);
  };
}

/** The episode, when its audio is encoded or has failed. */
const encoded = (longwave: Longwave, episode_id: number) =>
  readUntil(
    async () => (await longwave.getEpisode({ episode_id })).episode,
    ({ encoding_status: status }) => status === "READY" || status === "ERROR",
  );
