import { createHash, type Hash } from 'node:crypto'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { pipeThrough } from '#infra/streams/pipe-through.ts'
import { copyInto, copyOutOf, type SnapshotTable } from './catalogue.ts'
import type { Session } from './session.ts'

/** The fingerprint of a table's text: the number of rows and bytes, and its SHA-256 in hexadecimal. */
export interface TextMark {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

type Sink = (text: Readable) => Promise<void>

/** Reads a table as text into the sink and fingerprints the text. Memory use does not depend on the table's size. */
export const copyOut = (session: Session, table: SnapshotTable, sink: Sink): Promise<TextMark> =>
  copyQuery(session, copyOutOf(table), sink)

/** Does the same for the result of a `copy (…) to stdout`. */
export async function copyQuery(session: Session, statement: string, sink: Sink): Promise<TextMark> {
  const rows = session.query(copyTo(statement))
  const counted = countText()
  // A connection in the middle of a COPY cannot be used for anything else, so a sink that fails has to end it.
  await pipeThrough(rows, counted.through, sink)
  return { rows: rows.rowCount, ...counted.mark() }
}

/** Writes a table's text into the table and fingerprints what was written. */
export async function copyIn(session: Session, table: SnapshotTable, text: Readable): Promise<TextMark> {
  const rows = session.query(copyFrom(copyInto(table)))
  const counted = countText()
  await pipeline(text, counted.through, rows)
  return { rows: rows.rowCount, ...counted.mark() }
}

/** Fingerprints a text without storing it. */
export async function markText(text: Readable): Promise<Omit<TextMark, 'rows'>> {
  const counted = countText()
  await pipeline(text, counted.through, new Writable({ write: (_chunk, _encoding, done) => done() }))
  return counted.mark()
}

/** Fingerprints a table as it is in this database. */
export const markTable = (session: Session, table: SnapshotTable): Promise<TextMark> =>
  copyOut(session, table, async (text) => void (await markText(text)))

/** A stream that passes everything on and counts it. */
export function countText(): { readonly through: Transform; readonly mark: () => Omit<TextMark, 'rows'> } {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  return {
    through: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        bytes += chunk.length
        done(null, chunk)
      },
    }),
    mark: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
