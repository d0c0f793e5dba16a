/** The texts of the page of a transcript in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  none: "No transcript yet",
  none_text:
    "A transcript lets people read, search and find an episode. Upload one, then correct it here while you listen.",
  only_links: "This episode’s transcripts are on other servers. Upload one to edit it here.",
  saved: "Transcript saved.",
  added: "Transcript added.",
  estimated:
    "Transcript added. The text has no times, so they are estimated: correct them while you listen.",
  removed: "Transcript removed.",
  not_removed:
    "Not removed: somebody has changed the transcript since you opened the page. This is how it is now.",
  no_audio: "There is no audio yet. You can edit the words without it.",
  cues: "Cues",
  cues_hint:
    "A cue is a line with its times, and a speaker if you like, above the words. An empty line ends it.",
  keys: "Ctrl + Enter divides a cue where you are. Ctrl + Space plays it, or pauses.",
  leave: "The transcript is not saved.",
  save: "Save transcript",
  count: { one: "{n} cue", other: "{n} cues" },
  page_of: "page {page} of {pages}",
  pages: "Pages of the transcript",
  before: "Earlier cues",
  after: "Later cues",
  fault_times: "Line {line} needs times first, such as 0:04.000 --> 0:07.500.",
  fault_order: "The cue in line {line} ends before it starts.",
  fault_empty: "A transcript needs at least one cue. To remove it, use the button beside it.",
  fault_other: "The transcript can’t be saved like this.",
  conflict:
    "Somebody else saved this transcript while you wrote. Your words are below, and nothing is lost. These cues are different now:",
  play_from: "Play from {time}",
  speaker: "Speaker",
  said: "Words",
  from: "Starts at",
  to: "Ends at",
  split: "Divide",
  merge: "Join with next",
  remove: "Remove",
  export: "Save as a file",
  export_vtt: "WebVTT (.vtt)",
  export_srt: "SubRip (.srt)",
  export_txt: "Text (.txt)",
  export_json: "JSON (.json)",
  all: "Transcripts",
  elsewhere: "on another server",
  remove_transcript: "Remove transcript",
  remove_asks: "Apps will stop showing it. Save it as a file first if you may need it again.",
  add: "Upload another transcript",
  back: "Back to the transcript",
  file: "File",
  file_hint: "WebVTT, SubRip or JSON. A text file without times gets estimated ones.",
  language: "Language",
  language_hint: "A code such as en or pt-BR.",
  link_instead: "Or link to a transcript on another server",
  url: "Address",
  type: "Format",
  upload: "Upload transcript",
} as const;

export type TranscriptWords = Texts<typeof en>;
