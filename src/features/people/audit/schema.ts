/** API schemas and parameters of the audit log. */
import { z } from "zod";
import { lastIdPaging } from "../../../platform/http/paging.ts";
import { line } from "../../../platform/http/params.ts";

/** What has a history of its own. */
const SUBJECTS = [
  "show",
  "episode",
  "user",
  "organization",
  "advertiser",
  "campaign",
  "lineitem",
  "creative",
  "list",
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

const fields = z.record(z.string(), z.json());

export const auditEntry = z
  .object({
    entry_id: z.int(),
    at: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." }),
    actor: z
      .object({ user_id: z.int(), username: z.string(), fullname: z.string() })
      .nullable()
      .meta({ description: "Null if Longwave itself acted, or if the account has been deleted." }),
    via: z.enum(["token", "app", "page", "import", "system"]),
    action: z.string().meta({
      description:
        "`create`, `update`, `delete`, `restore`, `publish`, `schedule`, `replace_audio`, `approve` or `cancel`.",
    }),
    before: fields.meta({ description: "The changed fields before; empty for a new record." }),
    after: fields.meta({
      description:
        "The same fields after. A value of more than 500 characters is cut, with its length and SHA-256.",
    }),
  })
  .meta({ id: "AuditEntry" });
