/** The icons of the player and of ways to follow, drawn on a grid of 24; whatever has one has a label. */
import { type Html, html, trusted } from "../../../platform/http/html.ts";

/** Shapes drawn with a line; `solid` ones are filled. */
const SHAPES = {
  play: '<path class="solid" d="M8 5.2v13.6a.7.7 0 0 0 1.06.6l11-6.8a.7.7 0 0 0 0-1.2l-11-6.8A.7.7 0 0 0 8 5.2z"/>',
  pause:
    '<path class="solid" d="M7 4.5h2.6a.9.9 0 0 1 .9.9v13.2a.9.9 0 0 1-.9.9H7a.9.9 0 0 1-.9-.9V5.4a.9.9 0 0 1 .9-.9zm7.4 0H17a.9.9 0 0 1 .9.9v13.2a.9.9 0 0 1-.9.9h-2.6a.9.9 0 0 1-.9-.9V5.4a.9.9 0 0 1 .9-.9z"/>',
  back: '<path d="M4.2 12a7.8 7.8 0 1 0 2.6-5.8"/><path d="M7.4 2.6 6.5 6.5l3.9.9"/><text x="12" y="15">15</text>',
  ahead:
    '<path d="M19.8 12a7.8 7.8 0 1 1-2.6-5.8"/><path d="m16.6 2.6.9 3.9-3.9.9"/><text x="12" y="15">30</text>',
  chapters:
    '<path d="M9.5 6.5h10.5M9.5 12h10.5M9.5 17.5h10.5"/><path d="M4.4 6.5h.2M4.4 12h.2M4.4 17.5h.2" class="dots"/>',
  transcript: '<path d="M4 6.5h16M4 10.2h11M4 13.9h16M4 17.6h8"/>',
  playlist: '<path d="M4 6.5h16M4 12h9M4 17.5h9"/><path class="solid" d="M16 11.5v7l5.2-3.5z"/>',
  queue: '<path d="M4 6h10M4 12h10M4 18h6.5"/><path d="M18 5.5v12M14.8 14.6l3.2 3.2 3.2-3.2"/>',
  dots: '<path d="M5.5 12h.2M11.9 12h.2M18.3 12h.2" class="dots"/>',
  share:
    '<path d="M12 14.5V3.8M8.2 7.2 12 3.4l3.8 3.8"/><path d="M8 10.5H6.2A1.2 1.2 0 0 0 5 11.7v7.1A1.2 1.2 0 0 0 6.2 20h11.6a1.2 1.2 0 0 0 1.2-1.2v-7.1a1.2 1.2 0 0 0-1.2-1.2H16"/>',
  volume:
    '<path class="solid" d="M4 9.3v5.4h3.2l4.8 4V5.3l-4.8 4z"/><path d="M15.2 9a4.2 4.2 0 0 1 0 6M17.8 6.4a7.9 7.9 0 0 1 0 11.2"/>',
  heart:
    '<path d="M12 19.6S4.2 15 4.2 9.4A4.1 4.1 0 0 1 12 7.6a4.1 4.1 0 0 1 7.8 1.8C19.8 15 12 19.6 12 19.6z"/>',
  bookmark: '<path d="M7 4.5h10v15l-5-3.8-5 3.8z"/>',
  unfold: '<path d="m6 15 6-6 6 6"/>',
  microphone:
    '<rect x="9.2" y="3.2" width="5.6" height="10.6" rx="2.8"/><path d="M5.6 11.4a6.4 6.4 0 0 0 12.8 0M12 17.8v3M8.8 20.8h6.4"/>',
  pocket: '<path d="M5 4.4h14v9.4l-7 5.8-7-5.8z"/><path d="M5 8.2h14" stroke-dasharray="1.6 2.2"/>',
  cloud: '<path d="M7.4 18.6a4.3 4.3 0 0 1-.5-8.6 5.4 5.4 0 0 1 10.4-.8 4.7 4.7 0 0 1-.6 9.4z"/>',
  antenna:
    '<circle class="solid" cx="12" cy="9" r="1.7"/><path d="M12 11v9.6M8.8 20.6h6.4M8.3 12.7a5.2 5.2 0 0 1 0-7.4M15.7 5.3a5.2 5.2 0 0 1 0 7.4M5.6 15.4a9 9 0 0 1 0-12.8M18.4 2.6a9 9 0 0 1 0 12.8"/>',
  headphones:
    '<path d="M4.6 15.5v-3a7.4 7.4 0 0 1 14.8 0v3"/><rect x="4.6" y="13.8" width="3.6" height="6.2" rx="1.4"/><rect x="15.8" y="13.8" width="3.6" height="6.2" rx="1.4"/>',
  feed: '<circle class="solid" cx="6" cy="18" r="1.8"/><path d="M4.8 11.2a8 8 0 0 1 8 8M4.8 5.2a14 14 0 0 1 14 14"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
} as const;

export type IconName = keyof typeof SHAPES;

/** An icon as SVG. */
export const icon = (name: IconName): Html =>
  html`<svg class="icon ${name}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${trusted(SHAPES[name])}</svg>`;
