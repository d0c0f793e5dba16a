/** API schemas and parameters of the audit log. */
import { z } from "zod";
import { lastIdPaging } from "../../../platform/http/paging.ts";
import { day, line, oneOf } from "../../../platform/http/params.ts";

/** What has a history of its own. */
export const SUBJECTS = [
  "show",
  "episode",
  "user",
  "organization",
  "advertiser",
  "campaign",
  "lineitem",
  "creative",
  "list",
  "site",
] as const;
export type SubjectKind = (typeof SUBJECTS)[number];

/** A record whose history is asked for. */
type Subject = Readonly<{ kind: SubjectKind; id: number }>;

const PATTERN = /^([a-z]+):([1-9]\d{0,14})$/;

const isSubject = (text: string): boolean =>
  SUBJECTS.some((kind) => kind === PATTERN.exec(text)?.[1]);

/** The record that a valid `subject` names. */
export function subjectOf(subject: string): Subject {
  const [kind = "", id] = subject.split(":");
  return { kind: kind as SubjectKind, id: Number(id) };
}

const subject = line({ min: 1, max: 40 })
  .refine(isSubject, {
    error: `must be ${SUBJECTS.join(", ")} and an id, such as lineitem:12`,
  })
  .meta({
    description: `The kind of a record and its id, such as \`lineitem:12\`. Kinds: ${SUBJECTS.map((one) => `\`${one}\``).join(", ")}.`,
  });

export const auditQuery = z.object({ subject, ...lastIdPaging() });

/** What entries say that was done. */
export const ACTIONS = [
  "create",
  "update",
  "delete",
  "restore",
  "publish",
  "schedule",
  "replace_audio",
  "approve",
  "cancel",
  "suspend",
  "unsuspend",
  "share",
  "unshare",
] as const;

/** Any JSON. Not described recursively: some generators of clients fail on a schema that refers to itself. */
const jsonValue = z.unknown() as z.ZodType<z.core.util.JSONType>;
const fields = z.record(z.string(), jsonValue);

export const auditEntry = z
  .object({
    entry_id: z.int(),
    at: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." }),
    actor: z
      .object({ user_id: z.int(), username: z.string(), fullname: z.string() })
      .nullable()
      .meta({ description: "Null if Longwave itself acted, or if the account has been deleted." }),
    via: z.enum(["token", "app", "page", "import", "system"]),
    action: z.string().meta({ description: `${ACTIONS.map((one) => `\`${one}\``).join(", ")}.` }),
    before: fields.meta({ description: "The changed fields before; empty for a new record." }),
    after: fields.meta({
      description:
        "The same fields after. A value of more than 500 characters is cut, with its length and SHA-256.",
    }),
  })
  .meta({ id: "AuditEntry" });

const KIND = `${SUBJECTS.join(", ")}, with or without an id, such as lineitem:12`;

/** A kind of records, or one record. */
const subjects = line({ min: 1, max: 40 }).refine(
  (text) => SUBJECTS.some((kind) => kind === text) || isSubject(text),
  {
    error: `must be ${KIND}`,
  },
);

export const logQuery = z.object({
  subject: subjects.optional().meta({
    description: `A kind of records or one record: ${KIND}.`,
  }),
  actor: line({ min: 1, max: 32 })
    .optional()
    .meta({ description: "The username or id of who acted, or `system` for Longwave itself." }),
  action: oneOf(ACTIONS).optional().meta({ description: "Only entries of this action." }),
  from: day().optional().meta({ description: "The first day, UTC." }),
  to: day().optional().meta({ description: "The last day, UTC." }),
  ...lastIdPaging(),
});

export type LogParams = Omit<z.infer<typeof logQuery>, "limit" | "last_id">;

export const logEntry = auditEntry
  .extend({
    subject: z.string().meta({ description: "The kind of the record and its id." }),
    subject_name: z.string().nullable().meta({
      description: "Its title, name or username now; null for what has none any more.",
    }),
  })
  .meta({ id: "LogEntry" });
