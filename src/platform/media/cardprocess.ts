/** The process that `card.ts` starts for one card. */
import { writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { CardOrder } from "./card.ts";
import { renderCard } from "./cardpixels.ts";

const ordered = new Promise<CardOrder>((resolve) => process.once("message", resolve));
const [order, cover] = await Promise.all([ordered, buffer(process.stdin)]);
process.disconnect?.();
writeFileSync(1, await renderCard(order, cover.length === 0 ? null : cover));
