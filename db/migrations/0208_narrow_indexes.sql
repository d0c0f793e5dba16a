-- contract since 0.2.0: pins_of_rendition, pins_expiry and renditions_use serve the same statements
drop index pins_digest, pins_expires_at, renditions_last_used_at;
