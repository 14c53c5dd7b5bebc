import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/** The floor: Fastify without validation and bare SQL. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()
const ownerUid = process.env.OWNER_UID

app.get<{ Params: { id: string } }>('/profiles/:id', async (request) => {
  const { rows } = await pool.query('select * from profile where id = $1', [request.params.id])
  return rows[0]
})

app.post<{ Body: { name: string } }>('/profiles', async (request) => {
  const id = randomUUID()
  const now = new Date()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      'insert into profile (id, owner_uid, name, created_at, updated_at) values ($1, $2, $3, $4, $4)',
      [id, ownerUid, request.body.name, now],
    )
    await client.query(
      `insert into audit_entry (id, at, actor_uid, actor_kind, owner_uid, action, subject, changes_digest, leaf) values ($1, $2, $3, 'user', $3, 'profile.created', $4, '', '')`,
      [randomUUID(), now, ownerUid, id],
    )
    await client.query(
      `insert into event (id, owner_uid, type, data, created_at) values ($1, $2, 'profile.created', $3, $4)`,
      [randomUUID(), ownerUid, JSON.stringify({ profileId: id }), now],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  return { id, name: request.body.name, createdAt: now, updatedAt: now }
})

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''} ready`)
process.on('SIGTERM', () => void app.close().then(() => pool.end()))
