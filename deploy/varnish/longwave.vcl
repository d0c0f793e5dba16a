vcl 4.1;
# Serves audio from a cache of Varnish, counted from its log (docs/guides/edges.md#varnish). Put the value of CDN_SECRET in
# place of both SECRETs. Then run
#   varnishd -a :80 -f /etc/varnish/longwave.vcl -s file,/var/lib/varnish/longwave,20G -l 200m \
#     -p vsl_reclen=4k -p vsl_mask=+Debug
#   varnishncsa -a -j -f /etc/varnish/longwave.format -w /var/log/varnish/longwave-audio.log \
#     -q 'ReqURL ~ "^/media/(r|signed)/" and not Debug ~ "^(Write error|Hit (total|idle) send timeout)"'
#   longwave logs follow /var/log/varnish/longwave-audio.log --format json
# Addresses longer than vsl_reclen would be cut. Varnish logs a stored file as sent whole, also to a listener who left: the
# query leaves out such responses, which only the tag Debug tells apart.
# Varnish speaks no TLS. A terminator beside it, such as hitch, connects to another socket: -a TLS=127.0.0.1:8443,PROXY
# If this Varnish has a host of its own, set CDN_URL to it; in any case
#   CDN_PURGE_URL="GET https://HOST/longwave-purge/{digest}"

backend longwave {
  .host = "127.0.0.1";
  .port = "8080";
}

sub vcl_recv {
  # Longwave requests this for audio that was removed.
  if (req.url ~ "^/longwave-purge/[0-9a-f]{64}$") {
    if (req.http.X-Longwave-Edge != "SECRET") {
      return (synth(403));
    }
    return (purge);
  }
  # What clients send in these is not believed. Varnish itself adds their address to X-Forwarded-For.
  unset req.http.X-Longwave-Edge;
  set req.http.X-Forwarded-Host = req.http.Host;
  if (local.socket == "TLS") {
    set req.http.X-Forwarded-Proto = "https";
  } else {
    set req.http.X-Forwarded-Proto = "http";
  }
  # Several ranges in one response have no place in the log: whoever asks for them gets the whole file.
  if (req.url ~ "^/media/" && req.http.Range ~ ",") {
    unset req.http.Range;
  }
  if (req.url !~ "^/media/r/[0-9a-f]{64}/[^/?]+(\?|$)" || (req.method != "GET" && req.method != "HEAD")) {
    # Everything else, also audio that only some may hear: Longwave checks the ticket of each request.
    return (pass);
  }
  return (hash);
}

# The digest identifies the bytes. The name in the path can be anything, and the query, such as the ticket, is different for
# each listener: as parts of the key they would fill the cache with copies.
sub vcl_hash {
  if (req.url ~ "^/(media/r|longwave-purge)/[0-9a-f]{64}") {
    hash_data(regsub(req.url, "^/(?:media/r|longwave-purge)/([0-9a-f]{64}).*$", "\1"));
    return (lookup);
  }
}

sub vcl_backend_fetch {
  if (bereq.url ~ "^/media/") {
    # Longwave counts nothing of what a request with the secret fetches.
    set bereq.http.X-Longwave-Edge = "SECRET";
  }
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.status != 200) {
    # What is in the cache is better than an error; an error is passed on, and the next request asks again.
    if (bereq.is_bgfetch && beresp.status >= 500) {
      return (abandon);
    }
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }
  # While Longwave is away, audio that has to be asked for again is good for another day.
  set beresp.grace = 1d;
  # The one header that depends on the query, so it is not stored.
  unset beresp.http.Content-Disposition;
  return (deliver);
}

sub vcl_deliver {
  if (req.url ~ "^/media/r/[^?]*\?(.*&)?download=1(&|$)") {
    if (req.url ~ "^/media/r/[0-9a-f]{64}/[\w.%-]+\?") {
      set resp.http.Content-Disposition = "attachment; filename*=UTF-8''" +
        regsub(req.url, "^/media/r/[0-9a-f]{64}/([\w.%-]+)\?.*$", "\1");
    } else {
      set resp.http.Content-Disposition = "attachment; filename*=UTF-8''audio.mp3";
    }
  }
}
