/** Limits of the endpoint for agents. */
import type { Limit, LimitGroup } from "../../../platform/limits.ts";

export const REQUEST_BYTES: Limit = {
  name: "agent-request-bytes",
  value: 65_536,
  unit: "bytes",
  bounds: "One request to `/mcp`.",
  beyond: "413",
};

export const ANSWER_BYTES: Limit = {
  name: "agent-answer-bytes",
  value: 16_384,
  unit: "bytes",
  bounds: "The answer of one tool to an agent.",
  beyond: "The tool answers that the agent should ask for less.",
};

export const agentLimits: LimitGroup = { title: "Agents", limits: [REQUEST_BYTES, ANSWER_BYTES] };
