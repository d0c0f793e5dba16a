/** The texts of upload fields in English. Texts that scripts show have the names of their states and reasons. */
export type UploadWords = Readonly<{
  progress: string;
  pause: string;
  resume: string;
  sending: string;
  resumed: string;
  waiting: string;
  paused: string;
  done: string;
  awaited: string;
  too_large: string;
  no_space: string;
  signed_out: string;
  unreadable: string;
  other: string;
}>;

export const en: UploadWords = {
  progress: "Progress of the upload",
  pause: "Pause upload",
  resume: "Resume upload",
  sending: "Uploading. You can fill in the rest meanwhile.",
  resumed: "Uploading the rest: the beginning is here already.",
  waiting: "No connection. The upload continues by itself.",
  paused: "Paused.",
  done: "Uploaded.",
  awaited: "Saved as soon as the upload is complete.",
  too_large: "The file is too large. Choose a smaller one.",
  no_space: "There is no storage left for the file. Delete something, then resume.",
  signed_out:
    "You are signed out. Sign in in another tab, reload this page and choose the file again.",
  unreadable: "The file has changed or cannot be read. Choose it again.",
  other: "The upload has stopped. Resume it, or choose the file again.",
};
