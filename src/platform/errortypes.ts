/** Every `type` an error answer can have (contract §1), with its meaning and what a caller can do about it. */

type Entry = Readonly<{ meaning: string; remedy: string }>;

const entry = (meaning: string, remedy: string): Entry => ({ meaning, remedy });

const missing = (noun: string): Entry =>
  entry(`There is no such ${noun}, or you may not see it.`, "Check the id and your access.");

const ASK_OWNER = "Use the token of a user who may, or ask for access.";
const LATER = "Wait for the seconds in `Retry-After`, then try again.";
const DELETE_FIRST = "Delete one first.";

/** By the kind of failure, which decides the status, then by type. A type is part of the API: never rename one. */
const ERROR_TYPES = {
  invalid: {
    "bad-confirmation-code": entry(
      "The code that confirms an e-mail address is wrong or too old.",
      "Ask for a new one in your settings.",
    ),
    "bad-reset-code": entry(
      "The code of a password reset is used up or too old.",
      "Ask for a new one.",
    ),
    "invalid-parameter": entry(
      "A parameter is missing or wrong.",
      "Correct each parameter named in `fields`.",
    ),
    "invalid-request": entry(
      "An OAuth request is malformed.",
      "See RFC 6749 §5.2; these paths answer in OAuth's own form.",
    ),
    "malformed-body": entry(
      "The body cannot be read.",
      "Send well-formed JSON, urlencoded or multipart data within its bounds.",
    ),
    "malformed-path": entry("The path is not well-formed.", "Percent-encode it as UTF-8."),
    "upstream-statistics": entry(
      "The statistics engine refused the query.",
      "Ask for a shorter range or fewer breakdowns; operators find the cause in the log.",
    ),
    "wrong-password": entry(
      "The user name and password do not match.",
      "Try again, or reset the password.",
    ),
  },
  unauthenticated: {
    "authentication-required": entry(
      "This needs an access token, and none was sent.",
      "Send `Authorization: Bearer …`.",
    ),
    "invalid-token": entry("The access token is unknown, expired or revoked.", "Get a new one."),
  },
  forbidden: {
    "address-expired": entry(
      "A signed address of audio has expired, or was made for other audio.",
      "Request the episode's own URL again, which leads to a new address.",
    ),
    "account-suspended": entry(
      "The operator has suspended the account.",
      "Write to the operator; tokens work again when the suspension ends.",
    ),
    blocked: entry("The other user has blocked you.", "Nothing: only they can change that."),
    "cross-site-form": entry(
      "A form came from another site.",
      "Open the page here and send its form.",
    ),
    "download-disabled": entry(
      "The show allows playing the episode, not downloading it.",
      "Use `/play`.",
    ),
    "favorites-private": entry(
      "The user keeps their favorites private.",
      "Nothing: only they can change that.",
    ),
    forbidden: entry(
      "Only callers on the server's own machine may read the metrics.",
      "Ask from there, or set `METRICS=anyone`.",
    ),
    "insufficient-scope": entry(
      "The token's scope does not cover this endpoint.",
      "Get a token with the scope that the message names.",
    ),
    "not-an-admin": entry("Only admins of this server may do this.", ASK_OWNER),
    "not-your-episode": entry(
      "Only the episode's author, or somebody acting for them, may do this.",
      ASK_OWNER,
    ),
    "not-your-episodes": entry(
      "`filter=editable` lists what you may edit, and these episodes are not yours.",
      "Leave `filter` out.",
    ),
    "not-your-network": entry("You may not create shows for this user.", ASK_OWNER),
    "not-your-report": entry(
      "Only the person who saved the report may change it.",
      "Save a report of your own.",
    ),
    "not-your-show": entry(
      "Only the show's author, or somebody acting for them, may do this.",
      ASK_OWNER,
    ),
    "not-your-statistics": entry(
      "Only the owner and members of their organization may see these statistics.",
      ASK_OWNER,
    ),
    "not-yourself": entry("The path names another user.", "Use your own id, or `me`."),
    "quota-exceeded": entry(
      "The owner's plan has no room for this file.",
      "Delete files, or ask the operator for another plan.",
    ),
    "role-required": entry(
      "Your role in the organization does not allow this.",
      "Ask one of its admins.",
    ),
    "stale-form": entry(
      "A form is too old or was sent before.",
      "Reload the page and send it again.",
    ),
  },
  "not-found": {
    "advertiser-not-found": missing("advertiser"),
    "annotation-not-found": missing("annotation"),
    "app-not-found": missing("app"),
    "audio-not-found": missing("audio"),
    "campaign-not-found": missing("campaign"),
    "category-not-found": missing("category"),
    "chapter-not-found": missing("chapter"),
    "creative-not-found": missing("creative"),
    "delivery-not-found": missing("delivery"),
    "device-not-found": missing("device"),
    "episode-not-found": missing("episode"),
    "feed-not-found": missing("feed"),
    "file-not-found": missing("file"),
    "import-not-found": missing("import"),
    "interaction-not-found": entry(
      "The sign-in for an app has expired.",
      "Go back to the app and start again.",
    ),
    "job-not-found": missing("job"),
    "like-not-found": missing("like"),
    "lineitem-not-found": missing("line item"),
    "list-not-found": missing("list"),
    "message-not-found": missing("message"),
    "organization-not-found": missing("organization"),
    "page-not-found": missing("page"),
    "path-not-found": entry(
      "There is nothing at this path.",
      "Check the path; `/docs/operations` lists all endpoints.",
    ),
    "picture-not-found": missing("image"),
    "rendition-not-found": missing("rendition"),
    "report-not-found": missing("report"),
    "schedule-not-found": missing("schedule"),
    "show-not-found": missing("show"),
    "team-not-found": missing("team"),
    "token-not-found": missing("token"),
    "transcript-not-found": missing("transcript"),
    "upload-not-found": missing("upload"),
    "user-not-found": missing("user"),
    "waveform-not-found": missing("waveform"),
    "webhook-not-found": missing("webhook"),
  },
  conflict: {
    "advertiser-not-empty": entry("The advertiser still has campaigns.", "Delete them first."),
    "campaign-frozen": entry(
      "The field cannot change after the first impression.",
      "Create another campaign.",
    ),
    "campaign-running": entry("Line items of the campaign are running.", "Stop them first."),
    "chapter-exists": entry(
      "The episode has a chapter that starts at this time.",
      "Change that chapter, or send another start.",
    ),
    "guid-taken": entry(
      "A show with this `guid` is on this server already.",
      "If it is yours, change that show; otherwise ask the operator.",
    ),
    "idempotency-answer-not-kept": entry(
      "The first request with this `Idempotency-Key` succeeded, but its answer was too large to keep.",
      "Read the record.",
    ),
    "idempotency-key-in-use": entry(
      "The first request with this `Idempotency-Key` has not finished.",
      "Read the record before you try again with a new key.",
    ),
    "idempotency-key-reused": entry(
      "The `Idempotency-Key` belongs to another request.",
      "Use a new key for each request.",
    ),
    "import-ended": entry("The import has ended.", "Nothing: there is nothing left to cancel."),
    "import-not-repeatable": entry(
      "The import has not failed, or its uploaded file is not kept.",
      "Import the feed again.",
    ),
    "job-running": entry("The job is running.", "Wait until it has ended, then look again."),
    "last-admin": entry(
      "An organization must keep at least one admin.",
      "Make another member an admin first.",
    ),
    "lineitem-canceled": entry("The line item was canceled, which is final.", "Copy it."),
    "lineitem-frozen": entry(
      "The field cannot change after the first impression.",
      "Copy the line item.",
    ),
    "not-a-draft": entry(
      "The episode is published; only drafts are saved while they are written.",
      "Save it with its form.",
    ),
    "organization-running": entry(
      "Line items of the organization are running.",
      "Stop them first.",
    ),
    "own-account": entry("Admins cannot suspend themselves.", "Ask another admin."),
    "show-not-empty": entry("The show still has episodes.", "Delete them first."),
    "too-many-annotations": entry("The show has as many annotations as it may.", DELETE_FIRST),
    "too-many-apps": entry("You have registered as many apps as you may.", DELETE_FIRST),
    "too-many-chapters": entry("The episode has as many chapters as it may.", DELETE_FIRST),
    "too-many-creatives": entry("The line item has as many creatives as it may.", DELETE_FIRST),
    "too-many-imports": entry(
      "As many of your imports are unfinished as may be.",
      "Wait until one has finished.",
    ),
    "too-many-reports": entry("The team has saved as many reports as it may.", DELETE_FIRST),
    "too-many-tokens": entry("You have as many access tokens as you may.", "Revoke one first."),
    "too-many-transcripts": entry("The episode has as many transcripts as it may.", DELETE_FIRST),
    "too-many-uploads": entry(
      "You have as many unused uploads as you may.",
      "Use or delete one first.",
    ),
    "too-many-devices": entry("You have as many devices as you may.", DELETE_FIRST),
    "too-many-webhooks": entry("You have as many webhooks as you may.", DELETE_FIRST),
    "webhook-disabled": entry("The webhook is disabled.", "Enable it first."),
    "webhook-without-secret": entry(
      "The webhook signs with a private key.",
      "Verify with its `public_key`.",
    ),
  },
  stale: {
    "other-audio": entry(
      "The audio is not the one that `If-Match` names.",
      "Fetch it again from the start.",
    ),
    "stale-record": entry(
      "The record has changed since you read it.",
      "Read it again, apply your change and send the new `If-Match`.",
    ),
  },
  "out-of-range": {
    "range-not-satisfiable": entry(
      "The range begins beyond the end of the audio.",
      "`Content-Range` has the length.",
    ),
  },
  "too-large": {
    "body-too-large": entry(
      "The body, a file or the number of its parts is too large.",
      "The maximum is in the message and in `docs/limits.md`.",
    ),
  },
  unsupported: {
    "unsupported-media-type": entry(
      "The body's content type is not accepted.",
      "Send JSON, urlencoded or multipart data.",
    ),
  },
  "unsupported-method": {
    "method-not-allowed": entry(
      "The path does not accept this method.",
      "`Allow` lists those it accepts.",
    ),
  },
  "too-many": {
    busy: entry("Too much work of this kind is waiting.", LATER),
    "too-many-attempts": entry("Too many attempts from this address or for this account.", LATER),
    "too-many-pictures": entry("Too many of your images are waiting to be processed.", LATER),
    "too-many-requests": entry("You have sent too many requests.", LATER),
    "too-many-unread": entry(
      "You have asked for large answers and not read them.",
      "Read them or close their connections, then try again.",
    ),
  },
  unavailable: {
    unavailable: entry(
      "The server is starting or stopping, or its database or media store is unavailable.",
      LATER,
    ),
  },
  full: {
    "storage-full": entry(
      "The server's storage is full. Reading, listening and deleting go on.",
      "Try again later; operators add disk space.",
    ),
  },
  unimplemented: {
    "unknown-format": entry("oEmbed has no such format.", "Ask for `json` or `xml`."),
  },
  upstream: {
    "upstream-statistics": entry(
      "The statistics engine failed.",
      "Try again later; operators find the cause in the log.",
    ),
  },
} as const satisfies Record<string, Record<string, Entry>>;

/** Refusals on the bare connection, before there is a request to answer. */
const CONNECTION_ERRORS = {
  "headers-too-large": {
    status: 431,
    ...entry(
      "The request's headers are too large.",
      "Send fewer or shorter headers; move parameters into the body.",
    ),
  },
  "malformed-request": {
    status: 400,
    ...entry(
      "This is not a well-formed HTTP request.",
      "Check the request line, `Host` and the headers.",
    ),
  },
  "request-timeout": {
    status: 408,
    ...entry(
      "The request took too long to arrive.",
      "Send it faster; use a resumable upload for large files.",
    ),
  },
  "too-many-connections": {
    status: 429,
    ...entry(
      "Your address has too many connections open.",
      "Close some, and reuse those you keep.",
    ),
  },
  "internal-error": {
    status: 500,
    ...entry(
      "Something went wrong on the server.",
      "Try again later; operators find the cause in the log by `request_id`.",
    ),
  },
} as const satisfies Record<string, Entry & { status: number }>;

export type FailureKind = keyof typeof ERROR_TYPES;
/** The types of failures of a kind. */
export type ErrorType<K extends FailureKind = FailureKind> = K extends FailureKind
  ? Extract<keyof (typeof ERROR_TYPES)[K], string>
  : never;
export type ConnectionErrorType = keyof typeof CONNECTION_ERRORS;
/** What `notFound` can be asked about. */
export type MissingNoun =
  ErrorType<"not-found"> extends infer T
    ? T extends `${infer Noun}-not-found`
      ? Noun
      : never
    : never;

/** An error type with one of its statuses. */
export type DescribedError = Entry & Readonly<{ type: string; status: number }>;

/** All error types, by status and then by name. */
export function describeErrors(statusOf: Readonly<Record<FailureKind, number>>): DescribedError[] {
  return [
    ...Object.entries(ERROR_TYPES).flatMap(([kind, types]) =>
      Object.entries<Entry>(types).map(([type, { meaning, remedy }]) => ({
        type,
        meaning,
        remedy,
        status: statusOf[kind as FailureKind],
      })),
    ),
    ...Object.entries(CONNECTION_ERRORS).map(([type, one]) => ({ type, ...one })),
  ].sort((a, b) => a.status - b.status || (a.type < b.type ? -1 : 1));
}

/** The Markdown of `docs/errors.md`, below its introduction: types by status. */
export function errorsMarkdown(statusOf: Readonly<Record<FailureKind, number>>): string {
  const lines = describeErrors(statusOf).map(
    ({ type, status, meaning, remedy }) => `| ${status} | \`${type}\` | ${meaning} | ${remedy} |`,
  );
  return ["| status | type | meaning | what to do |", "|---|---|---|---|", ...lines].join("\n");
}
