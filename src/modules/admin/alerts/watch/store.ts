import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'

interface PublicCertificate {
  readonly host: string
  readonly endsAt: Date
}

/** Stores the certificate of the public URL. There is one row for all processes. */
export async function storeCertificate(db: Db, { host, endsAt }: PublicCertificate): Promise<void> {
  await sql`
    insert into public_certificate (host, ends_at, seen_at) values (${host}, ${endsAt}, ph.now())
    on conflict (only_row) do update set host = excluded.host, ends_at = excluded.ends_at, seen_at = excluded.seen_at`.execute(
    db,
  )
}

export async function findCertificate(db: Db): Promise<PublicCertificate | undefined> {
  return await db
    .selectFrom('publicCertificate')
    .select(['publicCertificate.host', 'publicCertificate.endsAt'])
    .executeTakeFirst()
}

/** Deletes the certificate, because the public URL no longer has one. */
export async function forgetCertificate(db: Db): Promise<void> {
  await db.deleteFrom('publicCertificate').execute()
}
