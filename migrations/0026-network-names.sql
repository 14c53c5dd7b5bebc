-- contract: from 0.1.0
-- Networks are stored by their names. The neutral ids are the API's own and are made at its edge.
create function pg_temp.network_name(id text) returns text language sql immutable as $$
  select case id
    when 'net-a' then 'bluesky'
    when 'net-b' then 'facebook'
    when 'net-c' then 'linkedin'
    when 'net-d' then 'x'
    when 'net-e' then 'pinterest'
    when 'net-f' then 'tiktok'
    when 'netgroup' then 'meta'
    else id
  end
$$;

update remote_account set network = pg_temp.network_name(network) where network like 'net%';
update network_grant set network = pg_temp.network_name(network) where network like 'net%';
update account set network = pg_temp.network_name(network) where network like 'net%';
update network_reading set network = pg_temp.network_name(network) where network like 'net%';
update oauth_flow set network = pg_temp.network_name(network) where network like 'net%';
update post_target set network = pg_temp.network_name(network) where network like 'net%';
update publication set network = pg_temp.network_name(network) where network like 'net%';
update data_deletion set network = pg_temp.network_name(network) where network like 'net%';
update park set scope = pg_temp.network_name(scope) where scope like 'net-%';
update post
set settings = (
  select jsonb_object_agg(pg_temp.network_name(own.key), own.value) from jsonb_each(post.settings) own
)
where settings <> '{}';

drop function pg_temp.network_name(text);
