/** Counts requests and responses, and keeps the first request that showed each kind of fault. */
import type { Fault } from "./checks.ts";
import type { FuzzRequest } from "./request.ts";
import type { Answer } from "./wire.ts";

export type OperationCount = { requests: number; statuses: Map<number, number> };

export type Finding = Readonly<
  Fault & { operation: string; request: FuzzRequest | null; answer: string }
> & {
  count: number;
};

export type Tally = ReturnType<typeof createTally>;

/** Further kinds of fault are dropped, because they rarely add information. */
const MAX_FINDINGS = 400;
const EXCERPT = 500;

export function createTally() {
  const operations = new Map<string, OperationCount>();
  const findings = new Map<string, Finding>();
  const kinds = new Map<string, number>();
  const totals = { requests: 0, answers: 0, slowest: 0 };
  return {
    operations,
    totals,
    /** Requests by kind. */
    kinds,
    findings: () => [...findings.values()],
    count({ operation, kind }: FuzzRequest, answers: readonly Answer[]) {
      const one = operations.get(operation) ?? { requests: 0, statuses: new Map() };
      operations.set(operation, one);
      one.requests += 1;
      totals.requests += 1;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      for (const { status, ms } of answers) {
        one.statuses.set(status, (one.statuses.get(status) ?? 0) + 1);
        totals.answers += 1;
        totals.slowest = Math.max(totals.slowest, ms);
      }
    },
    /** Adds a fault; repeated faults of the same operation are counted. */
    blame(fault: Fault, request: FuzzRequest | null, answer: Answer | null) {
      const operation = request?.operation ?? "the server";
      const detail = request === null ? "" : fault.detail.replace(/\d+/g, "#");
      const key = [fault.check, operation, detail].join("\n");
      const known = findings.get(key);
      if (known !== undefined) known.count += 1;
      else if (findings.size < MAX_FINDINGS)
        findings.set(key, { ...fault, operation, request, answer: excerptOf(answer), count: 1 });
    },
  };
}

const excerptOf = (answer: Answer | null): string =>
  answer === null ? "" : `${answer.status} ${answer.body.toString("latin1").slice(0, EXCERPT)}`;
