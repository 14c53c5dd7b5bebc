-- expand
create index post_tide on post (tide);
create index publication_height on publication (height);
