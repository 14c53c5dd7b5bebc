import type { UserId } from '#kernel/ids.ts'

/**
 * A kind of rows that the installation holds about a person: a file of the export. Columns of bytes are never exported,
 * since they hold hashes and sealed values.
 */
export interface RowsOfPerson {
  readonly table: string
  /** The column that holds the person's id. With `through`, the column that holds the key of that table's rows. */
  readonly by: string
  /** The table whose rows the person owns, where this one does not name the person. */
  readonly through?: { readonly table: string; readonly key: string; readonly by: string }
  /** The columns of the primary key, or of another one, in whose order rows are read. */
  readonly key: readonly string[]
  /** Columns that hold what is nobody's but the service's, or somebody else's. */
  readonly without?: readonly string[]
  /** Says what the file contains. */
  readonly about: string
}

/** A file of the person's own. */
interface FileOfPerson {
  readonly name: string
  readonly body: AsyncIterable<Uint8Array>
}

/** Contents of an export. */
export interface Exporters {
  readonly rows: readonly RowsOfPerson[]
  files(uid: UserId): AsyncIterable<FileOfPerson>
}
