import pg from 'pg'

interface Owner {
  readonly ownerUid: string
  readonly profileId: string
}

/** Stores drafts with distinct texts, whose IDs contain their creation time, like those of real posts. */
export async function fillPosts(
  connectionString: string,
  { ownerUid, profileId }: Owner,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // The references are valid by construction, and the triggers that count are not what is measured.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into post (id, owner_uid, author_uid, profile_id, intent, status, status_since, content, format,
         created_at, updated_at)
       select (lpad(to_hex(1750000000000 + no * 1000::bigint), 12, '0') || '7' || substr(md5(no::text), 1, 3) || '8'
           || substr(md5('x' || no), 1, 15))::uuid,
         $1, $1, $2, 'draft', 'draft', ph.now(),
         'The lighthouse is open again, and it is number ' || no || '. ' || md5('a' || no) || ' ' || md5('b' || no),
         'post', ph.now(), ph.now()
       from generate_series($3::int, $4::int - 1) no`,
      [ownerUid, profileId, from, to],
    )
    await client.query('vacuum analyze post')
  } finally {
    await client.end()
  }
}
