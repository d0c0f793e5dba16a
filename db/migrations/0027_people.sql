-- No text that a holder shows is stored: only its hash (docs/decisions/oauth.md).

-- Sessions are found by their hash; the text of their cookie is forgotten.
update oauth_records set payload = payload - 'jti' where payload ? 'jti';
-- These live an hour at most, and hold ids in more places than one: sign-ins under way begin again.
delete from oauth_records where kind in ('Interaction', 'DeviceCode');
