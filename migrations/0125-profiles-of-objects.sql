-- expand
-- Returns the profile of an object, by the prefix of its public ID. Null if it has none or no longer exists.
create function ph.profile_of(kind text, object_id uuid) returns uuid language sql stable as $$
  select case $1
    when 'prof' then $2
    when 'pinv' then (select profile_id from profile_invite where id = $2)
    when 'acc' then (select profile_id from account where id = $2)
    when 'set' then (select profile_id from account_set where id = $2)
    when 'txt' then (select profile_id from saved_text where id = $2)
    when 'ment' then (select profile_id from mention_entry where id = $2)
    when 'lbl' then (select profile_id from label where id = $2)
    when 'slots' then (select profile_id from slot_plan where id = $2)
    when 'view' then (select profile_id from saved_view where id = $2)
    when 'post' then (select profile_id from post where id = $2)
    when 'rec' then (select profile_id from recurring_rule where id = $2)
    when 'media' then (select profile_id from media where id = $2)
    when 'note' then (select profile_id from calendar_note where id = $2)
    when 'csrc' then (select profile_id from calendar_source where id = $2)
    when 'idea' then (select profile_id from idea where id = $2)
    when 'stage' then (select profile_id from idea_stage where id = $2)
    when 'cal' then (select profile_id from calendar_feed where id = $2)
  end
$$;
