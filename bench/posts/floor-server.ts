import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/** The baseline for `create`: Fastify without validation, and bare SQL. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()
const ownerUid = process.env.OWNER_UID

app.get<{ Params: { id: string } }>('/posts/:id', async (request) => {
  const [post, targets] = await Promise.all([
    pool.query('select * from post where id = $1', [request.params.id]),
    pool.query('select * from post_target where post_id = $1', [request.params.id]),
  ])
  return { ...post.rows[0], targets: targets.rows }
})

app.get('/posts', async () => {
  const { rows } = await pool.query(
    `select post.*, (select json_agg(t) from post_target t where t.post_id = post.id) as targets
     from post where profile_id = $1 and deleted_at is null order by id desc limit 100`,
    [process.env.PROFILE_ID],
  )
  return rows
})

app.post<{ Body: { content: string; scheduledAt?: string; accountIds: string[] } }>('/posts', async (request) => {
  const { content, scheduledAt = null, accountIds } = request.body
  const id = randomUUID()
  const now = new Date()
  const status = scheduledAt === null ? 'draft' : 'scheduled'
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into post (id, owner_uid, author_uid, profile_id, intent, status, status_since, content, format,
        scheduled_at, created_at, updated_at) values ($1, $2, $2, $3, $4, $4, $5, $6, 'post', $7, $5, $5)`,
      [id, ownerUid, process.env.PROFILE_ID, status, now, content, scheduledAt],
    )
    await client.query(
      `insert into post_target (id, owner_uid, post_id, account_id, network, position, created_at)
       select gen_random_uuid(), $1, $2, a.id, a.network, a.no, $3
       from (select id, network, row_number() over () as no from account where id = any($4)) a`,
      [ownerUid, id, now, accountIds],
    )
    await client.query(
      `insert into audit_entry (id, at, actor_uid, actor_kind, owner_uid, action, subject, changes_digest, leaf) values ($1, $2, $3, 'user', $3, 'post.created', $4, '', '')`,
      [randomUUID(), now, ownerUid, id],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  return { id, content, status, scheduledAt, createdAt: now, updatedAt: now }
})

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''} ready`)
process.on('SIGTERM', () => void app.close().then(() => pool.end()))
