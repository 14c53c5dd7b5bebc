import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { load } from '../tools/load.ts'

/**
 * Asks the administration about an installation of a million posts and a hundred thousand users, over HTTP, as its
 * superadmin. The rows are made in SQL, so the triggers count them as they count any other.
 *
 *     npm run bench -- administration [--quick]
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const size = values.quick
  ? { users: 10_000, posts: 50_000, publications: 10_000 }
  : { users: 100_000, posts: 1_000_000, publications: 200_000 }
const secondsEach = values.quick ? 2 : 4
const wantedMs = 100

await using stage = await openStage({ shared_buffers: '512MB', max_wal_size: '4GB' })
const api = await stage.run('api')
const root = await signUp(api)
const { key } = await root.call<{ key: string }>('POST', '/v1/api-keys', { name: 'admin', scopes: ['admin:read'] })
const headers = { authorization: `Bearer ${key}` }
const filledAt = performance.now()
await fill()
const seconds = ((performance.now() - filledAt) / 1_000).toFixed(0)
console.log(`${size.posts} posts, ${size.users} users and ${size.publications} publications stored in ${seconds} s`)

const paths = [
  'overview',
  'stats',
  'queue',
  'users',
  'users?q=person-77',
  'users?q=example&tier=pro',
  'platforms/health',
  'platforms/usage',
  'platforms/mode',
]
for (const path of paths) {
  const ask = () => ({ method: 'GET' as const, path: `/v1/admin/${path}`, headers })
  await load(api.url, 1, 1_000, ask)
  const { p50Ms, p99Ms } = await load(api.url, 1, secondsEach * 1_000, ask)
  console.log(
    `${path.padEnd(26)} p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (wanted: under ${wantedMs} ms)`,
  )
}

/** Stores users with a profile each, the posts and publications of one of them, and a week of tallies as the cron leaves them. */
async function fill(): Promise<void> {
  await sql`
    insert into app_user (id, issuer, subject, email, name, role, plan, created_at, updated_at)
    select ph.new_id(), 'bench', n::text, 'person-' || n || '@example.com', 'Person ' || n, 'user',
      (array['free', 'starter', 'pro', 'max'])[1 + n % 4], ph.now() - n * interval '10 minutes', ph.now()
    from generate_series(1, ${size.users}::int) n`.execute(stage.db)
  await sql`
    insert into profile (id, owner_uid, name, created_at, updated_at)
    select ph.new_id(), id, 'of the bench', ph.now(), ph.now() from app_user`.execute(stage.db)
  const batch = Math.min(50_000, size.posts)
  for (let from = 0; from < size.posts; from += batch)
    await sql`
      insert into post (id, owner_uid, profile_id, intent, status, status_since, content, format, created_at, updated_at)
      select ph.new_id(), p.owner_uid, p.id, 'draft',
        (array['draft', 'published', 'published', 'published', 'failed'])[1 + n % 5], ph.now(), 'A post of the bench',
        'post', ph.now(), ph.now()
      from (select p.* from profile p join app_user u on u.id = p.owner_uid where u.issuer <> 'bench' limit 1) p,
        generate_series(1, ${batch}::int) n`.execute(stage.db)
  await fillPublications()
  await sql`
    insert into publication_tally (network, mode, hour, outcome, bucket, count, last_at)
    select network, 'live', date_trunc('hour', ph.now(), 'UTC') - h * interval '1 hour', 'published', b, 40,
      ph.now() - h * interval '1 hour'
    from unnest(array['bluesky', 'facebook', 'linkedin', 'x', 'pinterest', 'tiktok', 'threads', 'mastodon', 'youtube', 'instagram']) network,
      generate_series(0, 167) h, generate_series(0, 19) b`.execute(stage.db)
  await sql`analyze`.execute(stage.db)
}

/** Stores publications of one account at one network; one in a thousand has failed. */
async function fillPublications(): Promise<void> {
  await sql`
    with remote as (
      insert into remote_account (id, network, mode, remote_id) values (ph.new_id(), 'x', 'live', 'bench') returning id),
    consent as (
      insert into network_grant (id, owner_uid, network, mode, principal, sealed_grant, scopes, status, updated_at)
      select ph.new_id(), id, 'x', 'live', 'bench', '\\x00', '{}', 'active', ph.now() from app_user where issuer <> 'bench'
      limit 1 returning id, owner_uid)
    insert into account (id, owner_uid, profile_id, remote_account_id, grant_id, network, mode, handle, facts, status,
      is_default, created_at, updated_at, settings)
    select ph.new_id(), c.owner_uid, p.id, r.id, c.id, 'x', 'live', 'bench', '{}', 'active', true, ph.now(), ph.now(), '{}'
    from remote r, consent c join profile p on p.owner_uid = c.owner_uid limit 1`.execute(stage.db)
  await sql`
    insert into publication (id, owner_uid, target_id, account_id, remote_account_id, network, born_at, key_of, snapshot,
      text_hash, status, wanted_at, step, finished_at, shown_at, error_code, error)
    select ph.new_id(), a.owner_uid, gen_random_uuid(), a.id, a.remote_account_id, a.network, ph.now(), gen_random_uuid(),
      '{}', '', case when n % 1000 = 0 then 'failed' else 'published' end, ph.now(), 'end', ph.now(), ph.now(),
      case when n % 1000 = 0 then 'refused' end, case when n % 1000 = 0 then 'The network refused it.' end
    from account a, generate_series(1, ${size.publications}::int) n where a.handle = 'bench'`.execute(stage.db)
}
