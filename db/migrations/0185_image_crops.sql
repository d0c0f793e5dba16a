-- expand
-- The part of an image that its squares show, as `image_crop` was sent: `x1,y1,x2,y2` in pixels of the upright image.
-- Null: the whole image, or an image from before this column, whose crop nobody noted.
alter table images add column crop text;
