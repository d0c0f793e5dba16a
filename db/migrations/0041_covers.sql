-- Covers get a size for pages, between 200 pixels and the 1,400 of feeds, and the colour that stands out in them. Images
-- of before have neither: pages use the other sizes, and no colour.
alter table images
  add column cover_key text,
  add column tint text check (tint ~ '^#[0-9a-f]{6}$');

create index images_cover_key on images using hash (cover_key);
